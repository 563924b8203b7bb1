import type { Resource } from '../../comments/service.ts'

/**
 * Who sees what is in a topic, as one word, so that a list is read for a viewer by its index: everybody, members and
 * moderators, one of the two, or admins alone. `none`: it is in that list no more.
 */
export const AUDIENCES = ['all', 'members-moderators', 'members', 'moderators', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]

/** In which lists a discussion may stand: noted before it is put there, so that it is found and taken out again. */
export type Filed = {
  _id: string
  org: string
  tree: string
  /** The one that the discussion names. */
  topic: string
  lists: string[]
  /** Of the last event for which this was written. */
  seq: number
}

/** A discussion in one list; there is one for its topic alone, and one for each topic with all below it. */
export type Row = {
  _id: string
  list: string
  discussion: string
  audience: Audience | 'none'
  /** The topic that it is in. */
  home: string
  resource: Resource
  title: string | null
  url: string | null
  tags: string[]
  created: string
  activity: string
  comments: number
  seq: number
  /** The revision of the discussion that it was made of, or that has left the list. */
  rev: number
  expires?: string
}

/** How many discussions name a topic, and what is said in them. `stamp`: the end of the batch that wrote it last. */
export type TopicCount = {
  _id: string
  tree: string
  key: string
  discussions: number
  comments: number
  counted: number
  stamp: number
}

/** How far the lists have followed a tree. */
export type Walk = {
  _id: string
  /** Of the event that is followed, and the version of the tree that it brought. */
  seq: number
  version: number
  /** Behind which filed discussion it goes on; null once it is done. */
  after: [string, string] | null
  isDone: boolean
  done: number
  total: number
}

export const WITHINS = ['all', 'own'] as const
export type Within = (typeof WITHINS)[number]

export const LIST_SORTS = ['activity', 'newest', 'discussed'] as const
export type ListSort = (typeof LIST_SORTS)[number]
