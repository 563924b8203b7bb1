import type { LoggedEvent } from '@palaver/store'
import { type OperationKind, type TopicChange, topicId, type Truth } from '../categories/service.ts'

/** What others call an operation of a tree. */
export const TOPIC_OPERATIONS: Readonly<Record<OperationKind, string>> = {
  created: 'create',
  changed: 'change',
  moved: 'move',
  merged: 'merge',
  retired: 'retire',
  restored: 'restore',
  imported: 'import',
  repaired: 'repair',
}

type Decided = { tree: string; version: number; topics: TopicChange[]; more: number }

/** What was decided for topics: what it sets on each, with topics named as they are outside. */
export function topicData({ subject, after }: LoggedEvent): object {
  const { tree, version, topics, more } = after as unknown as Decided
  return { tree, version, topics: topics.map((change) => changeIn(subject, change)), more }
}

/** As they are outside, too; how a topic is put in order and since when it is there is the service's own business. */
const TOLD = new Set<string>([
  'slug',
  'name',
  'description',
  'emoji',
  'colour',
  'locales',
  'visibility',
  'roles',
  'starts',
  'ref',
  'created',
  'rev',
] satisfies (keyof Truth)[])

function changeIn(tree: string, { key, isNew, set }: TopicChange): object {
  const { parent, retired } = set
  const said = Object.fromEntries(Object.entries(set).filter(([field]) => TOLD.has(field)))
  return {
    id: topicId(tree, key),
    isNew,
    set: {
      ...said,
      ...(parent !== undefined && { parent: idIn(tree, parent) }),
      ...(retired !== undefined && { retired: retiredIn(tree, retired) }),
    },
  }
}

const idIn = (tree: string, key: string | null): string | null => (key === null ? null : topicId(tree, key))

const retiredIn = (tree: string, retired: Truth['retired']): object | null =>
  retired === null ? null : { at: retired.at, heir: idIn(tree, retired.heir) }
