import type { Place } from '../../walls/walls.ts'

/**
 * What is kept of somebody's news, while they come for them. Its entries lie under `<owner>.<build>`: a new build is a
 * new place, so nothing old comes back.
 */
export type Feed = {
  _id: string
  org: string
  /** `building`: entries that come are taken, older ones are yet to be fetched. `cold`: nobody came for long. */
  state: 'building' | 'live' | 'cold'
  build: string
  /** Until when who builds it is left alone. */
  until: string
  /** Down to here it is complete; behind it, news are merged as they are read. Null where it has all. */
  from: Place | null
  /** People with so many followers that what they write is merged as it is read. */
  pulls: string[]
  /** Day on which they last came. */
  active: string
  /** Builds whose entries are to be removed. */
  old: string[]
  hasOld: boolean
}

export type FeedEntry = { _id: string; feed: string; post: string; author: string; posted: string }

/** A walk through all who follow somebody, in pieces: it goes on where it was, whoever takes it up. */
export type Walk = {
  _id: string
  org: string
  author: string
  /** `push`: a post goes into their news. `withdraw`: it leaves them. `mark`: they merge what the author writes. */
  mode: 'push' | 'withdraw' | 'mark'
  post: string | null
  posted: string | null
  /** The last follower who was reached. */
  after: string
  reached: number
  /** Raised when it begins anew: who works on an earlier round stops. */
  round: number
  state: 'waiting' | 'done'
  lease: { holder: string; until: string } | null
  at: string
  /** Once done it is kept for a while, for who looks; null before. */
  expires: string | null
}

/** Somebody with so many followers that nothing is fanned out; `crossing` until all of these know. */
export type Pulled = { _id: string; org: string; state: 'crossing' | 'pulled' }

/**
 * `cap`: entries that a feed ever has. It is trimmed down to `kept`, so that it need not be done for each that comes.
 * `backfilled`: so many posts of somebody who is newly followed come along.
 */
export type Sizes = { cap: number; kept: number; backfilled: number }
export const SIZES: Sizes = { cap: 800, kept: 700, backfilled: 200 }

export const feedKey = ({ _id, build }: Pick<Feed, '_id' | 'build'>): string => `${_id}.${build}`
