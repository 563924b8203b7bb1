import type { Actor, Role } from '../../api/actor.ts'
import { topicId } from '../../categories/ids.ts'
import type { Topic, Tree } from '../../categories/model.ts'
import { maySee } from '../../categories/policy.ts'
import { Snapshot } from '../../categories/tree/snapshot.ts'
import type { TopicsKnown } from './known.ts'
import type { Line } from './model.ts'

const AT = '2026-01-01T00:00:00.000Z'
const TREE = 'tree'

/** What is said of a topic by a test: under which it is, which took it over, who sees it. */
export type Planted = { parent?: string | null; heir?: string | null; roles?: Role[] }
export type Forest = Readonly<Record<string, Planted>>

export const idOfTopic = (key: string): string => topicId(TREE, key)

type Planting = Required<TopicsKnown> & {
  sees: (actor: Actor | null, org: string, topic: string) => Promise<boolean>
}

/** Topics by their keys as they are known to others: a test may give others at any time. */
export function planted(org: string, forest: () => Forest): Planting {
  const find = (id: string) => {
    const snapshot = snapshotOf(org, forest())
    const topic = [...snapshot.topics.values()].find(({ _id }) => _id === id)
    return topic === undefined ? null : { snapshot, topic }
  }
  return {
    topicOf: async (asked, id) => (asked === org ? find(id) : null),
    sees: async (actor, _, id) => {
      const found = find(id)
      return found !== null && maySee(found.snapshot, actor, found.snapshot.heirOf(found.topic.key) ?? found.topic)
    },
    lineOf: async (_, id) => {
      const found = find(id)
      return found === null ? [] : lineIn(found.snapshot, found.topic)
    },
  }
}

function lineIn(snapshot: Snapshot, topic: Topic): Line {
  const here = snapshot.heirOf(topic.key) ?? topic
  const line = [here, ...snapshot.ancestorsOf(here.key).toReversed()]
  return line.map(({ key }) => [key, ...snapshot.mergedInto(key)].map(idOfTopic))
}

function snapshotOf(org: string, forest: Forest): Snapshot {
  const tree = { _id: TREE, org, key: 'main', name: 'Main', locale: 'en', rev: 1 } as unknown as Tree
  const topics = Object.entries(forest).map(([key, said]) => topicOf(org, key, said))
  return Snapshot.empty(tree).with({ tree, version: 1, topics, formers: [] })
}

function topicOf(org: string, key: string, { parent = null, heir, roles = [] }: Planted): Topic {
  const retired = heir === undefined ? null : { at: AT, operation: 'o', heir }
  const names = { slug: key, name: key.toUpperCase(), description: null, emoji: null, colour: null, locales: {} }
  const seen = { visibility: roles.length === 0 ? ('public' as const) : ('roles' as const), roles, starts: null }
  const derived = { ancestors: [], path: key, depth: 0 }
  const rest = { order: key, ref: null, since: 1, created: AT, rev: 1, version: 1 }
  return { _id: idOfTopic(key), tree: TREE, key, org, parent, retired, ...names, ...seen, ...derived, ...rest }
}
