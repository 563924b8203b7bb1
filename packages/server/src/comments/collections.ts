import { defineCollection } from '@palaver/store'
import type { Authored } from './authored.ts'
import type { Alias, Comment, Discussion, OldHome, Ranking, Vote } from './model.ts'

export const discussions = defineCollection<Discussion>({
  name: 'discussions',
  indexes: [
    { name: 'ofOrg', on: ['org', 'created'] },
    { name: 'inTopic', on: ['topic'] },
  ],
})

export const aliases = defineCollection<Alias>({ name: 'aliases' })

/** Layout per-comment: a document a comment. */
export type CommentDocument = Comment & { _id: string; home: string; discussion: string }

export const comments = defineCollection<CommentDocument>({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'threaded', on: ['home', 'fullSlug', 'slug'] },
    { name: 'children', on: ['home', 'parentSlug', 'posted', 'slug'] },
  ],
})

export const votes = defineCollection<Vote>({
  name: 'votes',
  indexes: [{ name: 'ofComment', on: ['discussion', 'slug'] }],
})

/** Who wrote what where; derived. What would be spread over many discussions is found here. */
export const authored = defineCollection<Authored>({
  name: 'authored',
  expires: 'expires',
  indexes: [
    { name: 'ofAuthor', on: ['org', 'author', 'isThere', 'posted'] },
    { name: 'fromAddress', on: ['org', 'from', 'isThere', 'posted'] },
    { name: 'ofOrg', on: ['org', 'isThere', 'posted'] },
  ],
})

/** The best roots of a discussion, one document each; derived. */
export const rankings = defineCollection<Ranking>({ name: 'rankings' })

/** Homes to be cleared, the one that was left first in front. */
export const oldHomes = defineCollection<OldHome>({ name: 'oldHomes', indexes: [{ name: 'byAge', on: ['at'] }] })
