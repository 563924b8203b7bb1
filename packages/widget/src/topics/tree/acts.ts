import { problemIn } from '../../acts/problem-in.ts'
import { childrenOf, topicNamed } from '../api.ts'
import { type Desk, tellProblem } from '../around.ts'
import type { Options } from '../attributes.ts'
import type { Topic } from '../model.ts'
import {
  type Branch,
  branchOf,
  ROOT,
  type TreeState,
  withFailed,
  withMore,
  withOpen,
  withRead,
  withReading,
} from './state.ts'

/** The tree that is shown, as whoever changes it sees it. */
export type Grove = {
  desk: Desk
  options: Options
  state: () => TreeState
  set: (change: (state: TreeState) => TreeState) => void
}

/** What was deleted meanwhile is no branch any more. */
const GONE: readonly string[] = ['topic-not-found', 'topic-gone']

const idOf = (parent: string): string | null => (parent === ROOT ? null : parent)

/** Reads a branch from its beginning, and as far as it was known before. */
export async function readBranch({ desk, options, state, set }: Grove, parent: string): Promise<void> {
  const wanted = branchOf(state(), parent).ids.length
  set((before) => withReading(before, parent))
  try {
    const topics: Topic[] = []
    let cursor: string | undefined
    do {
      const page = await childrenOf(desk, options, { parent: idOf(parent), cursor })
      topics.push(...page.topics)
      cursor = page.next ?? undefined
    } while (cursor !== undefined && topics.length < wanted)
    set((before) => withRead(before, parent, { topics, next: cursor ?? null }))
  } catch (error) {
    const problem = problemIn(error)
    const isGone = parent !== ROOT && GONE.includes(problem.code)
    set((before) => (isGone ? withOpen(before, parent, false) : withFailed(before, parent, problem)))
    if (parent === ROOT) tellProblem(desk, problem)
  }
}

export async function readMore({ desk, options, state, set }: Grove, parent: string): Promise<void> {
  const cursor = branchOf(state(), parent).next
  if (cursor === null) return
  set((before) => withReading(before, parent))
  try {
    const page = await childrenOf(desk, options, { parent: idOf(parent), cursor })
    set((before) => withMore(before, parent, page))
  } catch (error) {
    set((before) => withFailed(before, parent, problemIn(error)))
  }
}

/** Each time it is opened it is read: what others did meanwhile is seen then. */
export async function open(grove: Grove, id: string): Promise<void> {
  grove.set((before) => withOpen(before, id, true))
  await readBranch(grove, id)
}

export const close = ({ set }: Grove, id: string): void => set((before) => withOpen(before, id, false))

/** The truth again: all that is in sight is read anew. */
export async function refresh(grove: Grove): Promise<void> {
  const seen = [ROOT, ...grove.state().open]
  await Promise.all(seen.map((parent) => readBranch(grove, parent)))
}

/** Opens the way to the topic that the attributes name, and says which one that is. */
export async function reveal(grove: Grove): Promise<string | null> {
  const page = await topicNamed(grove.desk, grove.options).catch((error: unknown) => {
    tellProblem(grove.desk, problemIn(error))
    return null
  })
  if (page === null) return null
  const unread = page.breadcrumb.filter(({ id }) => !grove.state().open.has(id))
  await Promise.all(unread.map(({ id }) => open(grove, id)))
  const line = [ROOT, ...[...page.breadcrumb, page.topic].map(({ id }) => id)]
  await Promise.all(line.slice(1).map((id, at) => readUpTo(grove, line[at] ?? ROOT, id)))
  return page.topic.id
}

/** Reads on in a branch until one is there that may stand far down in it. */
async function readUpTo(grove: Grove, parent: string, id: string): Promise<void> {
  const known = (): Branch => branchOf(grove.state(), parent)
  if (known().ids.length === 0) await readBranch(grove, parent)
  while (!known().ids.includes(id) && known().next !== null && known().phase === 'ready') await readMore(grove, parent)
}
