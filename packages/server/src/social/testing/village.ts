import { randomUUID } from 'node:crypto'
import { createStore, type Engine, type Store } from '@palaver/store'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { people as allPeople, relations } from '../../accounts/collections.ts'
import { personId } from '../../accounts/ids.ts'
import { People } from '../../accounts/people.ts'
import type { Actor, Role } from '../../api/actor.ts'
import { collections } from '../../collections.ts'
import { startConsumers } from '../../comments/consumers/run.ts'
import { mayAt } from '../../comments/permission.ts'
import { Comments } from '../../comments/service.ts'
import { realWorld } from '../../comments/world.ts'
import { startSocial } from '../consumer.ts'
import type { Audience } from '../model.ts'
import { Social, type SocialOptions } from '../service.ts'

export const ORG = 'org1'
const DAY_MS = 86_400_000
const log = pino({ level: 'silent' })

export const actorOf = (name: string, role: Role = 'member'): Actor => ({
  org: ORG,
  id: personId(ORG, name),
  name,
  role,
  kind: 'person',
  hostId: name,
})
export const idOf = (name: string): string => actorOf(name).id

export const toAll: Audience = { to: 'public', circles: [], people: [] }
export const toFollowers: Audience = { to: 'followers', circles: [], people: [] }
export const toCircles: Audience = { to: 'circles', circles: [], people: [] }
export const toChosen = (...circles: string[]): Audience => ({ to: 'chosen', circles, people: [] })
export const toPeople = (...names: string[]): Audience => ({ to: 'people', circles: [], people: names.map(idOf) })

export type Village = Awaited<ReturnType<typeof villageIn>>
type Options = Partial<SocialOptions>

/** People who know each other, their posts and the comments on these, on a database of its own. */
export async function villageOn(
  engine: { open: (specs: typeof collections) => Promise<Engine> },
  names: readonly string[] = ['ada', 'bob', 'cy', 'dee'],
  options: Options = {},
): Promise<Village> {
  const village = await villageIn(createStore(await engine.open(collections)), names, options)
  onTestFinished(() => village.store.close())
  return village
}

export async function villageIn(store: Store, names: readonly string[], options: Options = {}) {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const now = (): number => clock.now++
  const world = { ...realWorld, now }
  const people = new People({
    people: store.collection(allPeople),
    relations: store.collection(relations),
    hookOf: async () => null,
    now,
    newId: randomUUID,
    onFailure: (error) => {
      throw error
    },
  })
  const rules = { settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 3600 }
  const comments: Comments = new Comments({
    store,
    rulesOf: async () => rules,
    mayOf: mayAt({
      host: async () => ({ see: true, comment: true, moderate: null }),
      sees: async () => true,
      own: (...asked) => social.mayAt(...asked),
    }),
    mentioned: (by, asked) => people.lookup.mentioned(by, asked),
    world: { now },
  })
  const chosen: SocialOptions = {
    store,
    people,
    comments: () => comments,
    judge: async () => ({ is: 'publish' }),
    world,
    reactionsOf: async () => ['like', 'heart'],
    photos: { claim: async () => {}, release: async () => {} },
    wantPreview: async () => {},
    saidOf: async () => new Map(),
    photosOf: async () => new Map(),
    previewsOf: async () => new Map(),
    picturesOf: () => null,
    followed: async () => {},
    ...options,
  }
  const social: Social = new Social(chosen)
  for (const name of names) await people.tell({ org: ORG, hostId: name, name, role: 'member' }, now())
  clock.now += 2 * DAY_MS
  const consumers = [
    startSocial({ store, needs: social.needs, log }),
    ...startConsumers({ store, needs: comments.needs, log }),
  ]
  const drained = async (): Promise<void> => {
    await store.events.settle()
    for (let round = 0; round < 2; round++) await Promise.all(consumers.map((consumer) => consumer.drained()))
  }
  return { store, clock, world, people, comments, social, options: chosen, drained, ...verbsOf({ social, people }) }
}

type Verbs = { social: Social; people: People }
type Saying = [name: string, text: string, audience?: Audience, more?: object]

/** What people do, by their names. */
function verbsOf({ social, people }: Verbs) {
  const viewerOf = (name: string | null) => ({ org: ORG, actor: name === null ? null : actorOf(name) })
  return {
    follow: (name: string, other: string) => social.follow(actorOf(name), idOf(other)),
    unfollow: (name: string, other: string) => social.unfollow(actorOf(name), idOf(other)),
    /** Both steps of a block, as the service does them. */
    block: async (name: string, other: string) => {
      await people.relations.add(actorOf(name), 'block', idOf(other))
      await social.part(ORG, idOf(name), idOf(other))
    },
    unblock: (name: string, other: string) => people.relations.remove(actorOf(name), 'block', idOf(other)),
    say: async (...[name, text, audience = toAll, more = {}]: Saying) =>
      (await social.write({ actor: actorOf(name) }, { text, audience, ...more })).post._id,
    sees: (name: string | null, post: string) => social.sees(viewerOf(name), post),
    /** Texts of the whole news, newest first, page by page. */
    news: async (name: string, limit = 20) => {
      const found: string[] = []
      for (let before = null; ;) {
        const page: Awaited<ReturnType<Social['news']>> = await social.news(actorOf(name), { before, limit })
        found.push(...page.posts.map(textOf))
        if (page.next === null) return found
        before = page.next as never
      }
    },
    wall: async (name: string | null, owner: string, lane: 'shown' | 'waiting' = 'shown') =>
      (await social.wall(viewerOf(name), idOf(owner), { before: null, limit: 100, lane })).posts.map(textOf),
    viewerOf,
  }
}

/** What a reader reads. */
const textOf = ({ html, of }: { html: string; of: { html: string } | null }): string =>
  plain(html === '' && of !== null ? of.html : html)
const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()
