import { createStore, type Engine, type Store } from '@palaver/store'
import { expect } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { atHome } from '../home.ts'
import type { Comment, Discussion, Ranked, Settings } from '../model.ts'
import { Comments } from '../service.ts'
import type { World } from '../world.ts'
import type { Numbers } from './counters-tally.ts'
import { byRank, rankedOf } from './score.ts'

export const ORG = 'org'
export const person = (id: string): Actor => ({ org: ORG, id, name: id, role: 'member', kind: 'person' })
export const MODERATOR: Actor = { org: ORG, id: 'mo', name: 'Mo', role: 'moderator', kind: 'person' }

const RULES = {
  settings: {},
  opensOnFirstComment: true,
  reactions: { heart: '❤️', wow: '😮' },
  origins: [],
  guestSeconds: 3600,
}

/** Names bear the name of who gives them, so that a run is the same every time; two look at the clock in each ms. */
function countedWorld(name: string): Omit<World, 'sleep'> {
  let [ids, parts, looks] = [0, 0, 0]
  return {
    now: () => Date.UTC(2026, 0, 1) + Math.floor(looks++ / 2),
    random: () => 0,
    newId: () => `${name}I${++ids}`,
    newPart: () => `${name}${String(++parts)}`.padStart(10, 'x'),
  }
}

type Ground = {
  engine: Engine
  name: string
  sleep?: World['sleep']
  changed?: (discussion: string, event: string) => void
}

/** The module as one process has it. */
export function moduleOn({ engine, name, sleep = async () => {}, changed = () => {} }: Ground): {
  store: Store
  comments: Comments
} {
  const world = { ...countedWorld(name), sleep }
  const store = createStore(engine, world)
  return { store, comments: new Comments({ store, rulesOf: async () => RULES, world, changed }) }
}

export function openDiscussion(service: Comments, settings: Partial<Settings> = {}): Promise<Discussion> {
  return service.open(MODERATOR, { org: ORG, resource: { type: 'page', id: service.needs.world.newId() }, settings })
}

export async function allComments({ needs }: Comments, id: string): Promise<Comment[]> {
  const { layout, place } = atHome(needs.homes, await needs.discussions.require({ discussion: id }))
  return layout.list(place, 'threaded', { limit: 10_000 })
}

/** All that is derived of a discussion: as it is stored, or as it follows from comments and votes. */
export type Derived = { comments: number; numbers: Record<string, Numbers>; top: Ranked[] }

export async function derivedOf(service: Comments, id: string): Promise<Derived> {
  const all = await allComments(service, id)
  const numbers = all.map(({ slug, replies, votes: cast, reactions }) => [slug, { replies, votes: cast, reactions }])
  const ranking = await service.needs.rankings.get(id)
  const { comments: count } = await service.discussion({ discussion: id })
  return { comments: count, numbers: Object.fromEntries(numbers), top: ranking?.top ?? [] }
}

async function countedFromScratch(service: Comments, id: string): Promise<Derived> {
  const all = await allComments(service, id)
  const numbers: Record<string, Numbers> = {}
  for (const { slug } of all) {
    const { docs } = await service.needs.votes.find({ where: { discussion: id, slug }, limit: 10_000 })
    const of = (value: number): number => docs.filter((vote) => vote.value === value).length
    const reactions: Record<string, number> = {}
    for (const name of docs.flatMap((vote) => vote.reactions)) reactions[name] = (reactions[name] ?? 0) + 1
    const replies = all.filter(({ parentSlug }) => parentSlug === slug).length
    numbers[slug] = { replies, votes: { up: of(1), down: of(-1) }, reactions }
  }
  const places = all.map((comment) => rankedOf({ ...comment, ...numbers[comment.slug] }))
  return {
    comments: all.filter(({ status }) => status === 'published').length,
    numbers,
    top: places.filter((place) => place !== null).toSorted(byRank),
  }
}

export async function expectExact(service: Comments, id: string): Promise<void> {
  expect(await derivedOf(service, id), 'the numbers are not exact').toEqual(await countedFromScratch(service, id))
}
