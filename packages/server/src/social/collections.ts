import { defineCollection } from '@palaver/store'
import { pushCollectionsOfNews } from './news/push/collections.ts'
import { postCases } from './moderating/collections.ts'
import type {
  Circles,
  Follow,
  Follower,
  Mark,
  Membership,
  MutedWords,
  PersonNumbers,
  Post,
  PostNumbers,
  WallRow,
} from './model.ts'

/** Whom people follow: the truth. */
export const follows = defineCollection<Follow>({
  name: 'follows',
  shardKey: ['follower'],
  id: { from: ['follower', 'followee'] },
  indexes: [{ name: 'byTime', on: ['follower', 'state', '-at', 'followee'] }],
})

/** By whom people are followed; derived. */
export const followers = defineCollection<Follower>({
  name: 'followers',
  shardKey: ['followee'],
  id: { from: ['followee', 'follower'] },
  indexes: [
    { name: 'byTime', on: ['followee', 'state', '-at', 'follower'] },
    // A walk through all of them must not meet anybody twice because they asked again.
    { name: 'byName', on: ['followee', 'state', 'follower'] },
  ],
})

/** One document a person. */
export const mutedWords = defineCollection<MutedWords>({ name: 'mutedWords' })

/** All circles of a person in one document: names are values there, so any name will do. */
export const circles = defineCollection<Circles>({ name: 'circles' })

export const memberships = defineCollection<Membership>({
  name: 'memberships',
  shardKey: ['owner'],
  id: { from: ['owner', 'member'] },
  indexes: [
    { name: 'inCircle', on: ['owner', 'circles', 'member'], arrays: ['circles'] },
    { name: 'ofOwner', on: ['owner', 'member'] },
    // For who is erased alone: nobody else ever asks in whose circles somebody is.
    { name: 'ofMember', on: ['member', 'owner'] },
  ],
})

export const posts = defineCollection<Post>({
  name: 'posts',
  indexes: [
    { name: 'queue', on: ['org', 'status', 'posted'] },
    // For counting again how often a post is passed on and quoted.
    { name: 'passedOn', on: ['of', '_id'] },
  ],
})

export const marks = defineCollection<Mark>({
  name: 'postMarks',
  shardKey: ['person'],
  id: { from: ['person', 'post'] },
  indexes: [
    { name: 'byTime', on: ['person', 'at', 'post'] },
    // For counting again.
    { name: 'ofPost', on: ['post', 'person'] },
  ],
})

export const postNumbers = defineCollection<PostNumbers>({ name: 'postNumbers' })
export const personNumbers = defineCollection<PersonNumbers>({ name: 'personNumbers' })

/** What is on whose wall, in order of time; derived. */
export const walls = defineCollection<WallRow>({
  name: 'walls',
  expires: 'expires',
  shardKey: ['owner'],
  id: { from: ['owner', 'post'] },
  indexes: [
    { name: 'wall', on: ['owner', 'state', '-posted', '-post'] },
    { name: 'own', on: ['owner', 'isOwn', '-posted', '-post'] },
  ],
})

export const socialCollections = [
  follows,
  followers,
  circles,
  memberships,
  posts,
  marks,
  postNumbers,
  personNumbers,
  walls,
  mutedWords,
  postCases,
  ...pushCollectionsOfNews,
]
