import { EXIT, Problem } from '../../problem.ts'
import { inPreorder, linesOf, nameIn, type WantedTree, type Wish, wrongLine } from './wish.ts'

const SOURCE = 'shopify:'
const GID = 'gid://shopify/TaxonomyCategory/'
const OWN = 'gid://palaver/Topic/'
export const BETWEEN_NAMES = ' > '

/** An id, a colon with spaces around it, and names from the root on. */
const WITH_ID = /^(\S+)\s+:\s+(.*)$/

type Row = { line: number; id: string | null; path: string; names: string[] }

/** The text format of Shopify's taxonomy: `gid : A > B > C` a line, or only the names on all of them. */
export function readShopify(text: string): WantedTree {
  const rows = linesOf(text).flatMap(({ line, text: one }) => rowIn(one.trim(), line))
  const [first] = rows
  if (first === undefined) throw new Problem(EXIT.usage, 'There is no topic in the file.')
  const odd = rows.find(({ id }) => (id === null) !== (first.id === null))
  if (odd !== undefined)
    throw wrongLine(odd.line, `either all lines have an id or none has one; line ${first.line} is of the other kind.`)
  const topics = inPreorder(rows.map(wishFrom(rows)))
  return { format: 'shopify', tree: {}, topics, isOrdered: false, source: first.id === null ? null : SOURCE, notes: [] }
}

function rowIn(text: string, line: number): Row[] {
  if (text === '' || text.startsWith('#')) return []
  const [, id = null, names = text] = WITH_ID.exec(text) ?? []
  const path = names.split(BETWEEN_NAMES).map((name) => nameIn(name, line))
  return [{ line, id, path: path.join(BETWEEN_NAMES), names: path }]
}

/** Names of siblings may be the same: what follows a line lies under that one. */
function wishFrom(rows: readonly Row[]): (row: Row) => Wish {
  const first = new Map(rows.toReversed().map((row) => [row.path, row]))
  const last = new Map<string, Row>()
  const idOf = ({ id, path }: Row): string => id ?? path
  return (row) => {
    const above = row.names.slice(0, -1).join(BETWEEN_NAMES)
    last.set(row.path, row)
    const parent = above === '' ? null : (last.get(above) ?? first.get(above))
    if (parent === undefined) throw wrongLine(row.line, `its parent “${above}” is not in the file.`)
    const { line, id } = row
    const name = row.names.at(-1) ?? ''
    return { line, id: idOf(row), parent: parent === null ? null : idOf(parent), name, ...nameFor(id), said: {} }
  }
}

function nameFor(id: string | null): Pick<Wish, 'key' | 'ref'> {
  if (id === null) return { key: null, ref: null }
  if (id.startsWith(OWN)) return { key: id.slice(OWN.length), ref: null }
  return { key: null, ref: `${SOURCE}${id.startsWith(GID) ? id.slice(GID.length) : id}` }
}

/** What a topic is called in a file of this kind. */
export function shopifyId({ key, ref }: { key: string; ref: string | null }): string {
  if (ref === null || !ref.startsWith(SOURCE)) return `${OWN}${key}`
  const id = ref.slice(SOURCE.length)
  return id.includes('://') ? id : `${GID}${id}`
}
