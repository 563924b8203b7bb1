import { EXIT, Problem } from '../../problem.ts'
import { MOST_LEVELS, MOST_TOPICS, type Truth } from '../model.ts'
import type { TreeSettings } from '../trees.ts'

export const FORMATS = ['json', 'shopify', 'iab'] as const
export type Format = (typeof FORMATS)[number]

/** What a file may say of a topic besides its name and place; what it does not say stays as it is. */
export type Said = Partial<
  Pick<Truth, 'slug' | 'description' | 'emoji' | 'colour' | 'locales' | 'visibility' | 'roles' | 'starts' | 'ref'>
>

/** A topic as a file wants it. */
export type Wish = {
  line: number
  /** What the file calls it; parents are named by that. */
  id: string
  parent: string | null
  name: string
  /** The key that it has in a tree or gets there; null where it is made of the rest. */
  key: string | null
  /** What it is found by first; null where the file has no such name for it. */
  ref: string | null
  said: Said
}

/** A tree as a file wants it, each topic behind its parent and in the order of the file. */
export type WantedTree = {
  format: Format
  /** What the file says of the tree itself. */
  tree: Partial<TreeSettings> & { key?: string }
  topics: readonly Wish[]
  /** Whether the order of the file is that of the tree; else it only says where new topics go. */
  isOrdered: boolean
  /** Refs of topics that came from files of this kind begin with it: others are none of the file's business. */
  source: string | null
  /** What is odd in the file but can be read. */
  notes: readonly string[]
}

const LONGEST_NAME = 255

export const wrongLine = (line: number, what: string): Problem => new Problem(EXIT.usage, `Line ${line}: ${what}`)

/** A name without what is around it; refused where it is none. */
export function nameIn(text: string, line: number): string {
  const name = text.trim()
  if (name === '') throw wrongLine(line, 'the name is empty.')
  const characters = Array.from(name)
  if (characters.length > LONGEST_NAME)
    throw wrongLine(
      line,
      `the name “${characters.slice(0, 40).join('')}…” has ${characters.length} characters: ${LONGEST_NAME} are the most.`,
    )
  if (hasControls(name)) throw wrongLine(line, `the name “${printable(name)}” has control characters in it.`)
  if (!/[^\p{C}\p{Z}]/u.test(name)) throw wrongLine(line, 'the name has nothing to see in it.')
  return name
}

/** What would not come back as it was. */
export const hasControls = (text: string): boolean => !text.isWellFormed() || /\p{Cc}/u.test(text)
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�')

/** Lines of a text with their numbers, whoever wrote it: with a mark at its beginning, and ends of lines of any kind. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((one, at) => ({ line: at + 1, text: one }))
}

/** Each behind its parent; refused where that is not there, or where topics are above each other. */
export function inPreorder(wishes: readonly Wish[]): Wish[] {
  const byId = new Map<string, Wish>()
  const under = new Map<string | null, Wish[]>()
  for (const wish of wishes) {
    const other = byId.get(wish.id)
    if (other !== undefined) throw wrongLine(wish.line, `“${wish.id}” is on line ${other.line} already.`)
    byId.set(wish.id, wish)
    const beside = under.get(wish.parent)
    if (beside === undefined) under.set(wish.parent, [wish])
    else beside.push(wish)
  }
  for (const { parent, line } of wishes)
    if (parent !== null && !byId.has(parent)) throw wrongLine(line, `its parent “${parent}” is not in the file.`)
  if (wishes.length > MOST_TOPICS)
    throw new Problem(EXIT.usage, `The file has ${wishes.length} topics: a tree has at most ${MOST_TOPICS}.`)
  const ordered = walked(under)
  if (ordered.length < wishes.length) throw inACircle(wishes, new Set(ordered), byId)
  return ordered
}

function walked(under: ReadonlyMap<string | null, readonly Wish[]>): Wish[] {
  const found: Wish[] = []
  const open = (under.get(null) ?? []).toReversed().map((wish) => ({ wish, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { wish, depth } = next
    if (depth >= MOST_LEVELS) throw wrongLine(wish.line, `“${wish.name}” lies deeper than ${MOST_LEVELS} levels.`)
    found.push(wish)
    const below = under.get(wish.id) ?? []
    for (let at = below.length - 1; at >= 0; at--) open.push({ wish: below[at] as Wish, depth: depth + 1 })
  }
  return found
}

/** What was not reached from the top lies in a circle, or under one. */
function inACircle(
  wishes: readonly Wish[],
  reached: ReadonlySet<Wish>,
  byId: ReadonlyMap<string | null, Wish>,
): Problem {
  const seen: Wish[] = []
  let next = wishes.find((wish) => !reached.has(wish))
  while (next !== undefined && !seen.includes(next)) {
    seen.push(next)
    next = byId.get(next.parent)
  }
  const circle = next === undefined ? seen : seen.slice(seen.indexOf(next))
  const names = [...circle, ...circle.slice(0, 1)].map(({ name }) => `“${name}”`)
  return wrongLine(circle[0]?.line ?? 1, `the topics are under each other in a circle: ${names.join(' under ')}.`)
}
