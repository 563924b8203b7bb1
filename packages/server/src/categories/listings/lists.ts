import { partsOf, topicId } from '../ids.ts'
import type { Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import type { Within } from './model.ts'

/** What a list is called: by the id of its topic, whose parts have no dot. */
export const listOf = (tree: string, key: string, within: Within): string =>
  within === 'own' ? `${tree}.${key}.own` : `${tree}.${key}`

/** Where a discussion stands that names this topic: the one it is in, and the lists that show it. */
export type Stand = { home: Topic | null; lists: string[] }

const NOWHERE: Stand = { home: null, lists: [] }

/** What has been taken over by another topic stands there; what nobody took over stands nowhere. */
export function standOf(snapshot: Snapshot, id: string): Stand {
  const key = partsOf(id)?.key
  const home = key === undefined ? null : snapshot.heirOf(key)
  if (home === null) return NOWHERE
  const tree = snapshot.tree._id
  const above = snapshot.ancestorsOf(home.key).map((topic) => listOf(tree, topic.key, 'all'))
  return { home, lists: [listOf(tree, home.key, 'own'), listOf(tree, home.key, 'all'), ...above] }
}

/** The topic in whose place it stands, by its id; null where none is left. */
export const heirId = ({ tree }: Snapshot, { home }: Stand): string | null =>
  home === null ? null : topicId(tree._id, home.key)
