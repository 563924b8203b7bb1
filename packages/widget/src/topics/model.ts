import type { Problem } from '@palaver/client'
import type * as Answers from '@palaver/client/topics'

/** One step of the way to a topic, from the top. */
export type Crumb = Answers.TopicPage['breadcrumb'][number]

export type Variant = Answers.Topic['locales'][string]

/** What is shown of a topic as the service answers it, in the language that was asked for. */
export type Topic = Omit<Answers.Topic, 'tree' | 'visibility' | 'roles' | 'starts' | 'ref' | 'created'>

/** The breadcrumb has those above it. */
export type TopicPage = Omit<Answers.TopicPage, 'topic'> & { topic: Topic }
export type TopicsPage = { topics: readonly Topic[]; next: string | null }

export type Listed = Omit<Answers.TopicDiscussion, 'resource'>
export type ListedPage = { discussions: readonly Listed[]; next: string | null }

export type Rights = Answers.MyTopic

export const SORTS = ['activity', 'newest', 'discussed'] as const
export type Sort = (typeof SORTS)[number]
export type Within = 'all' | 'own'

export const DELETIONS = ['refuse', 'reparent', 'cascade', 'move'] as const
export type Deletion = (typeof DELETIONS)[number]

/** Under which topic, and beside which one; at the end where neither is said. */
export type Place = { parent: string | null; before?: string; after?: string }

/** Something that is read: on its way, there, or not to be had. */
export type Read<T> = { phase: 'loading' } | { phase: 'ready'; value: T } | { phase: 'failed'; problem: Problem }
