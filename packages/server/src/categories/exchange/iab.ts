import { EXIT, Problem } from '../../problem.ts'
import { inPreorder, linesOf, nameIn, type WantedTree, type Wish, wrongLine } from './wish.ts'

const SOURCE = 'iab:'
const OWN = 'palaver:'
export const HEAD = ['Unique ID', 'Parent', 'Name'] as const
/** What may stand above the row with the names of the columns. */
const MOST_ABOVE = 5

type Row = { wish: Wish; tiers: string[] }

/** The table of the IAB's content taxonomy, with tabs between its columns. `Parent` says where a topic is. */
export function readIab(text: string): WantedTree {
  const lines = linesOf(text)
  const at = lines.slice(0, MOST_ABOVE).findIndex(({ text: one }) => isHead(one))
  const head = lines[at]?.text.split('\t').map((cell) => cell.trim())
  if (head === undefined)
    throw new Problem(EXIT.usage, `The file has no row that begins with ${HEAD.join(', ')} and tabs between them.`)
  const tiers = head.flatMap((name, column) => (/^Tier \d+$/.test(name) ? [column] : []))
  const rows = lines.slice(at + 1).flatMap(({ line, text: one }) => rowIn(one, { line, width: head.length, tiers }))
  if (rows.length === 0) throw new Problem(EXIT.usage, 'There is no topic in the file.')
  const topics = inPreorder(rows.map(({ wish }) => wish))
  return { format: 'iab', tree: {}, topics, isOrdered: false, source: SOURCE, notes: notesOn(rows) }
}

export const isHead = (line: string): boolean =>
  HEAD.every(
    (name, column) =>
      line
        .replace(/^\uFEFF/, '')
        .split('\t')
        [column]?.trim() === name,
  )

type Shape = { line: number; width: number; tiers: readonly number[] }

function rowIn(text: string, { line, width, tiers }: Shape): Row[] {
  const cells = text.split('\t').map((cell) => cell.trim())
  if (cells.every((cell) => cell === '')) return []
  if (cells.length > width || cells.length < HEAD.length)
    throw wrongLine(line, `it has ${cells.length} columns and should have ${width}.`)
  const [id = '', parent = '', name = ''] = cells
  if (id === '') throw wrongLine(line, 'the id is empty.')
  const wish = { line, id, parent: parent === '' ? null : parent, name: nameIn(name, line), ...nameFor(id), said: {} }
  return [{ wish, tiers: tiers.flatMap((column) => cells[column] || []) }]
}

const nameFor = (id: string): Pick<Wish, 'key' | 'ref'> =>
  id.startsWith(OWN) ? { key: id.slice(OWN.length), ref: null } : { key: null, ref: `${SOURCE}${id}` }

export const iabId = ({ key, ref }: { key: string; ref: string | null }): string =>
  ref === null || !ref.startsWith(SOURCE) ? `${OWN}${key}` : ref.slice(SOURCE.length)

/** The tiers repeat what the parents say; where they differ, somebody should know. */
function notesOn(rows: readonly Row[]): string[] {
  const byId = new Map(rows.map(({ wish }) => [wish.id, wish]))
  return rows.flatMap(({ wish, tiers }) => {
    const names: string[] = []
    for (let next: Wish | undefined = wish; next !== undefined; next = byId.get(next.parent ?? ''))
      names.unshift(next.name)
    if (tiers.length === 0 || tiers.join('\t') === names.join('\t')) return []
    return [`Line ${wish.line}: the tiers say ${tiers.join(' > ')}, the parent ${names.join(' > ')}, which is taken.`]
  })
}
