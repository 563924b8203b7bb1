import type { Problem } from '@palaver/client'

/** One step of the way to a topic, from the top. */
export type Crumb = { id: string; name: string; emoji: string | null; slug: string; path: string; url: string | null }

export type Variant = { name: string; slug: string | null; description: string | null }

export type Counts = { discussions: number; comments: number; allDiscussions: number; allComments: number }

/** A topic as the service answers it, in the language that was asked for. */
export type Topic = {
  id: string
  parent: string | null
  slug: string
  path: string
  name: string
  description: string | null
  emoji: string | null
  colour: string | null
  /** Language of the name, and what it is called in others. */
  locale: string
  locales: Readonly<Record<string, Variant>>
  depth: number
  /** How many are right under it. */
  children: number
  counts: Counts
  url: string | null
  rev: number
  breadcrumb?: readonly Crumb[] | undefined
}

/** The breadcrumb has those above it. */
export type TopicPage = { topic: Topic; breadcrumb: readonly Crumb[]; version: number }
export type TopicsPage = { topics: readonly Topic[]; next: string | null }

export type Listed = {
  id: string
  title: string | null
  url: string | null
  topic: { id: string; name: string; path: string }
  tags: readonly string[]
  created: string
  activity: string
  comments: number
}
export type ListedPage = { discussions: readonly Listed[]; next: string | null }

export type Rights = { mayStart: boolean; mayArrange: boolean }

export const SORTS = ['activity', 'newest', 'discussed'] as const
export type Sort = (typeof SORTS)[number]
export type Within = 'all' | 'own'

export const DELETIONS = ['refuse', 'reparent', 'cascade', 'move'] as const
export type Deletion = (typeof DELETIONS)[number]

/** Under which topic, and beside which one; at the end where neither is said. */
export type Place = { parent: string | null; before?: string; after?: string }

/** Something that is read: on its way, there, or not to be had. */
export type Read<T> = { phase: 'loading' } | { phase: 'ready'; value: T } | { phase: 'failed'; problem: Problem }
