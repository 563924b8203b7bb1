import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Answer } from '../../api/route.ts'
import { partsOf, treeId } from '../ids.ts'
import type { Topic, Tree } from '../model.ts'
import { isOpen, noTopic, noTree, topicIsGone } from '../policy.ts'
import type { Standing, Topics } from '../service.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { type Sight, sightOf } from './sight.ts'

/** A tree as it is at one moment, for who asks. */
export type View = {
  tree: Tree
  snapshot: Snapshot
  actor: Actor | null
  sight: Sight
  locale: string | null
}

type Asking = { actor: Actor | null; query: { org?: string | undefined; locale?: string | undefined } }

/** The org that a request is about; that of somebody else is none. */
export function orgOf({ actor, query: { org } }: Asking): string {
  if (actor !== null && org !== undefined && org !== actor.org) throw noTree()
  const found = actor?.org ?? org
  if (found !== undefined) return found
  const message = 'is missing: without a token it says whose topics are meant'
  throw new Refusal('invalid', `query.org ${message}.`, [{ path: 'query.org', message }])
}

/** A tree by its name. */
export async function treeSeen(topics: Topics, key: string, asking: Asking): Promise<View> {
  const org = orgOf(asking)
  return viewOf(topics, await topics.trees.require(org, treeId(org, key)), asking)
}

/** A topic by its id, also one that is retired: as what never was where they may not see it. */
async function topicSeen(topics: Topics, id: string, asking: Asking): Promise<View & { topic: Topic }> {
  const { actor, query } = asking
  const parts = partsOf(id)
  const tree = parts === null ? null : await topics.trees.get(parts.tree)
  const org = actor?.org ?? query.org ?? tree?.org
  if (parts === null || tree === null || tree.org !== org) throw noTopic()
  const view = await viewOf(topics, tree, asking)
  const topic = view.snapshot.get(parts.key)
  if (topic === null || !view.sight.sees(topic)) throw noTopic()
  return { ...view, topic }
}

/** The same for one that is there, or that took over from it. */
export async function topicOrHeir(topics: Topics, id: string, asking: Asking): Promise<View & { topic: Topic }> {
  const seen = await topicSeen(topics, id, asking)
  const topic = seen.snapshot.heirOf(seen.topic.key)
  if (topic === null) throw topicIsGone()
  if (!seen.sight.sees(topic)) throw noTopic()
  return { ...seen, topic }
}

async function viewOf(topics: Topics, tree: Tree, { actor, query }: Asking): Promise<View> {
  const snapshot = await topics.snapshots.at(tree)
  return { tree, snapshot, actor, sight: sightOf(snapshot, actor), locale: query.locale ?? null }
}

/** After somebody has arranged something: they see all. */
export const viewAfter = ({ snapshot }: Standing, actor: Actor): View => ({
  tree: snapshot.tree,
  snapshot,
  actor,
  sight: sightOf(snapshot, actor),
  locale: null,
})

/**
 * Bytes may be kept where all see the same, and where their address says whose they are: without the org in it, each
 * caller would mean their own.
 */
export function shared({ snapshot, tree: { _id, org } }: View, address: { saysOrg: boolean }): Partial<Answer> {
  return address.saysOrg && isOpen(snapshot) ? { keepFor: { discussion: _id, org } } : { org }
}
