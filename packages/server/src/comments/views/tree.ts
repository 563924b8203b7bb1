import type { AtHome } from '../home.ts'
import { repliesOf, type Shown } from '../present.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { pageOf } from './page.ts'
import type { Roots } from './roots.ts'
import { replies } from './sources.ts'

export type TreeRequest = {
  /** Roots a page. */
  limit: number
  cursor?: string | null
  /** Replies that are shown under each comment, and how many levels of them. */
  replies: number
  depth: number
}

/** What is shown of a tree where nothing else is asked for. */
export const TREE_REQUEST: TreeRequest = { limit: 20, replies: 3, depth: 2 }

/** `more` is the cursor of the replies that are not shown, for the list of this comment's replies. */
export type Node = { comment: Shown; replies: Node[]; more: string | null }
export type Tree = { roots: Node[]; next: string | null; previous: string | null }

/** However it is asked for, a tree has at most so many comments; what was left out has its cursor. */
const MOST_NODES = 1_000

/** The first replies of each root, and of each of those, to a depth: every part of it can be paged on. */
export async function treeOf(home: AtHome, list: { name: string; roots: Roots }, request: TreeRequest): Promise<Tree> {
  const { name, roots } = list
  const cursor = readCursor(request.cursor, name)
  const back = cursor?.back ?? false
  const start = cursor === null ? null : { key: cursor.key, score: cursor.score }
  const placed = await roots(start, { back, limit: request.limit + 1 })
  const shown = placed.slice(0, request.limit)
  const at = (isBack: boolean, one: (typeof placed)[number] | undefined): string | null =>
    one === undefined ? null : writeCursor({ list: name, back: isBack, root: '', key: one.key, score: one.score })
  const more = placed.length > request.limit ? shown.at(-1) : undefined
  const ordered = back ? shown.toReversed() : shown
  const nodes = ordered.map(({ root }) => ({ comment: root, replies: [], more: null }))
  await grow(home, nodes, request)
  if (back) return { roots: nodes, previous: at(true, more), next: at(false, shown[0]) }
  return { roots: nodes, next: at(false, more), previous: cursor === null ? null : at(true, shown[0]) }
}

/** Level by level, so that what is near the roots is there when the bound is reached. */
async function grow(home: AtHome, roots: readonly Node[], { replies: most, depth }: TreeRequest): Promise<void> {
  let level = roots
  let count = roots.length
  for (let deep = 0; deep < depth && most > 0 && level.length > 0 && count < MOST_NODES; deep++) {
    const next: Node[] = []
    const room = Math.max(0, Math.floor((MOST_NODES - count) / most))
    await Promise.all(level.slice(0, room).map(async (node) => next.push(...(await addReplies(home, node, most)))))
    for (const node of level.slice(room)) node.more = beginning(node.comment)
    count += next.length
    level = next
  }
  for (const node of level) if (node.replies.length === 0) node.more ??= beginning(node.comment)
}

async function addReplies(home: AtHome, node: Node, limit: number): Promise<Node[]> {
  const { comments, next } = await pageOf(home, replies(home, node.comment, 'oldest'), { limit })
  node.replies = comments.map((comment) => ({ comment, replies: [], more: null }))
  node.more = next
  return node.replies
}

/** The cursor of all its replies, where it has some. */
const beginning = (comment: Shown): string | null =>
  repliesOf(comment) === 0 ? null : writeCursor({ list: 'r-oldest', back: false, root: '', key: '', score: null })
