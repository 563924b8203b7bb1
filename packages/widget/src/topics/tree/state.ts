import type { Problem } from '@palaver/client'
import type { Topic, TopicsPage } from '../model.ts'

/** Stands for what has no parent. */
export const ROOT = ''

/** What is known of those under a topic. */
export type Branch = {
  ids: readonly string[]
  next: string | null
  phase: 'loading' | 'ready' | 'failed'
  problem: Problem | null
}

/** As much of the tree as was looked at. */
export type TreeState = {
  topics: ReadonlyMap<string, Topic>
  branches: ReadonlyMap<string, Branch>
  open: ReadonlySet<string>
}

export const NOTHING_YET: TreeState = { topics: new Map(), branches: new Map(), open: new Set() }
const NO_BRANCH: Branch = { ids: [], next: null, phase: 'loading', problem: null }

export const branchOf = ({ branches }: TreeState, parent: string): Branch => branches.get(parent) ?? NO_BRANCH

function withBranch(state: TreeState, parent: string, branch: Partial<Branch>): TreeState {
  return { ...state, branches: new Map(state.branches).set(parent, { ...branchOf(state, parent), ...branch }) }
}

/** What was there stays in sight while it is read again. */
export const withReading = (state: TreeState, parent: string): TreeState =>
  withBranch(state, parent, { phase: 'loading', problem: null })

export const withFailed = (state: TreeState, parent: string, problem: Problem): TreeState =>
  withBranch(state, parent, { phase: 'failed', problem })

/** All of a branch as it is now; who has left it may be elsewhere. */
export function withRead(state: TreeState, parent: string, { topics, next }: TopicsPage): TreeState {
  const known = withTopics(state, topics)
  return withBranch(known, parent, { ids: topics.map(({ id }) => id), next, phase: 'ready', problem: null })
}

/** What was added to the tree meanwhile may come twice. */
export function withMore(state: TreeState, parent: string, { topics, next }: TopicsPage): TreeState {
  const { ids } = branchOf(state, parent)
  const fresh = topics.map(({ id }) => id).filter((id) => !ids.includes(id))
  return withBranch(withTopics(state, topics), parent, { ids: [...ids, ...fresh], next, phase: 'ready', problem: null })
}

const withTopics = (state: TreeState, topics: readonly Topic[]): TreeState => ({
  ...state,
  topics: new Map([...state.topics, ...topics.map((topic) => [topic.id, topic] as const)]),
})

export function withOpen(state: TreeState, id: string, isOpen: boolean): TreeState {
  const open = new Set(state.open)
  if (isOpen) open.add(id)
  else open.delete(id)
  return { ...state, open }
}

/** Whether one lies under another, or is it. */
export function isWithin({ topics }: TreeState, id: string | null, above: string): boolean {
  for (let at = id; at !== null; at = topics.get(at)?.parent ?? null) if (at === above) return true
  return false
}
