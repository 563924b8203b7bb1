import type { Role } from '../api/actor.ts'

/** Who may see a topic. It is never wider than that of the topics above it. */
export const VISIBILITIES = ['public', 'members', 'roles'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Who may start discussions in a topic; what is not said for one is said by the topic above it. */
export const STARTERS = ['everyone', 'members', 'moderators', 'admins'] as const
export type Starters = (typeof STARTERS)[number]
export const DEFAULT_STARTERS: Starters = 'members'

/** What a topic is called in another language; its slug there, where it has one. */
export type Variant = { name: string; slug: string | null; description: string | null }

/** Why a topic is no longer there, and which one took over what it held; null where none did. */
export type Retired = { at: string; operation: string; heir: string | null }

/** What people decide about a topic; all the rest follows from it. Topics of a tree name each other by `key`. */
export type Truth = {
  parent: string | null
  slug: string
  /** Compared as text: where it stands among those under the same parent. */
  order: string
  name: string
  description: string | null
  emoji: string | null
  colour: string | null
  locales: Record<string, Variant>
  visibility: Visibility
  /** Those who see it where `visibility` is `roles`; admins always do. */
  roles: Role[]
  starts: Starters | null
  /** What it is called where it was imported from, such as `shopify:aa-1-2`; unique in its tree. */
  ref: string | null
  retired: Retired | null
  /** Version of the tree at which it came to its place, under this parent and by these slugs. */
  since: number
  created: string
  /** Raised by each change that somebody made to it. */
  rev: number
}

/** What follows from the parents: keys root first, slugs joined by `/`, and how many are above it. */
export type Derived = { ancestors: string[]; path: string; depth: number }

/** `version` is that of the tree at the last write: who comes late with an older one writes nothing. */
export type Topic = Truth & Derived & { _id: string; tree: string; key: string; org: string; version: number }

/** A place that a topic has left: by these slugs under that parent, from one version of the tree to before another. */
export type Former = {
  _id: string
  tree: string
  name: string
  topic: string
  parent: string | null
  slugs: string[]
  from: number
  until: number
}

export const OPERATIONS = [
  'created',
  'changed',
  'moved',
  'merged',
  'retired',
  'restored',
  'imported',
  'repaired',
] as const
export type OperationKind = (typeof OPERATIONS)[number]

/** What is set on one topic; all of its truth where it is new. */
export type TopicChange = { key: string; isNew: boolean; set: Partial<Truth> }

/** A change of the tree that has been decided. Whoever meets it finishes it: every step can be done twice. */
export type Operation = {
  id: string
  /** The tree's once it is done. */
  version: number
  kind: OperationKind
  at: string
  changes: TopicChange[]
  formers: Omit<Former, '_id' | 'tree' | 'name'>[]
  /** How many topics it writes, those below the changed ones too. */
  total: number
}

/** Addresses of the host's pages: `{path}` and `{id}` stand for what differs. */
export type TreePages = { topic: string | null; discussion: string | null }

/** One document a tree: what it is at, and the one operation that is under way. */
export type Tree = {
  _id: string
  org: string
  /** What the org calls it; it never changes. */
  key: string
  name: string
  /** Language of the names that are not said to be of another. */
  locale: string
  pages: TreePages
  version: number
  pending: Operation | null
  /** Ids of the last operations, so that one whose answer was lost knows itself. */
  recent: string[]
  created: string
  rev: number
}

export const MOST_TREES = 20
export const MOST_TOPICS = 50_000
export const MOST_LEVELS = 32
export const MOST_LOCALES = 50
/** So many changes in one operation: they lie in one document until they are done. */
export const MOST_CHANGES = 30_000

export const isLive = ({ retired }: Pick<Truth, 'retired'>): boolean => retired === null

/** All slugs by which it is found under its parent. */
export const slugsOf = ({ slug, locales }: Pick<Truth, 'slug' | 'locales'>): string[] => [
  ...new Set([slug, ...Object.values(locales).flatMap((variant) => variant.slug ?? [])]),
]
