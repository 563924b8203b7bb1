import { randomUUID } from 'node:crypto'
import { type Consumer, createStore, type Engine, type Handler, type Store } from '@palaver/store'
import { people as allPeople, relations } from '../../accounts/collections.ts'
import { personId } from '../../accounts/ids.ts'
import { People } from '../../accounts/people.ts'
import type { Actor, Role } from '../../api/actor.ts'
import { collections } from '../../collections.ts'
import { AUTHORED, authoredHandler } from '../../comments/consumers/authored.ts'
import { COUNTERS, countersHandler } from '../../comments/consumers/counters.ts'
import { FOLLOW_UP, followUp } from '../../comments/consumers/follow-up.ts'
import type { Settings } from '../../comments/model.ts'
import type { MayOf } from '../../comments/permission.ts'
import { Comments, type Discussion } from '../../comments/service.ts'
import { passedOver } from '../../comments/testing/ground.ts'
import type { Hook } from '../../hooks/ask.ts'
import { AUDIT, auditHandler } from '../consumers/audit.ts'
import { BULK, bulkHandler } from '../consumers/bulk.ts'
import { FOLLOWING, followingHandler } from '../consumers/following.ts'
import type { Rule } from '../phases/phases.ts'
import { Moderation } from '../service.ts'

export const ORG = 'org1'

export const actor = (name: string, role: Role = 'member', org = ORG): Actor => ({
  org,
  id: personId(org, name),
  name,
  role,
  kind: 'person',
  hostId: name,
})

export const ADA = actor('ada')
export const BOB = actor('bob')
export const MAY = actor('may', 'moderator')
export const MEG = actor('meg', 'moderator')
export const ROOT = actor('root', 'admin')

export type Ground = {
  store: Store
  comments: Comments
  moderation: Moderation
  people: People
  discussion: Discussion
  /** The clock: tests set it. */
  clock: { now: number }
  rules: (phases: Rule[]) => Promise<unknown>
  say: (
    by: Actor,
    text: string,
    more?: { parent?: string; honeypot?: string; address?: string; key?: string },
  ) => ReturnType<Comments['post']>
  drained: () => Promise<void>
  close: () => Promise<void>
}

type Options = { settings?: Partial<Settings>; hook?: Hook | null; mayOf?: MayOf; consumers?: boolean }

const HOUR_MS = 3_600_000

/** Comments, people and moderation on a database of their own, with all that follows running. */
export async function groundOn(
  open: (specs: typeof collections) => Promise<Engine>,
  { settings = {}, hook = null, mayOf, consumers = true }: Options = {},
): Promise<Ground> {
  const store = createStore(await open(collections))
  const clock = { now: Date.now() - HOUR_MS }
  const now = (): number => clock.now++
  const people = peopleIn(store, now)
  const hostDecides = async (): Promise<boolean> => mayOf !== undefined
  const moderation: Moderation = new Moderation({
    store,
    comments: () => comments,
    people,
    hookOf: async () => hook,
    hostDecides,
    world: { now },
  })
  const rules = { settings, opensOnFirstComment: true, reactions: { heart: '❤️' }, origins: [], guestSeconds: 3600 }
  const comments: Comments = new Comments({
    store,
    rulesOf: async () => rules,
    judge: (candidate) => moderation.judge(candidate),
    hold: (holding) => moderation.hold(holding),
    secrets: moderation.secrets,
    hasHeld: (actor, discussion) => moderation.hasHeld(actor, discussion),
    requireNotBanned: (actor) => moderation.requireNotBanned(actor),
    fromOf: (org, address) => moderation.hashed(org, address),
    ...(mayOf !== undefined && { mayOf }),
    world: { now },
  })
  const running = consumers ? consumersOf({ store, comments, moderation }) : []
  for (const { hostId = '', name, role } of [ADA, BOB, MAY, MEG, ROOT])
    await people.tell({ org: ORG, hostId, name, role }, now())
  const discussion = await comments.open(ROOT, { org: ORG, resource: { type: 'page', id: '1' } })
  return {
    store,
    comments,
    moderation,
    people,
    discussion,
    clock,
    rules: (phases) => moderation.putRules(ROOT, phases, null),
    say: (by, text, { address = null, key = null, ...more }: { address?: string | null; key?: string | null } = {}) =>
      comments.post({ actor: by, ref: { discussion: discussion._id }, address, key }, { text, ...more }),
    // Several times: what one consumer writes tells events that another has to see.
    drained: async () => {
      for (let round = 0; round < 4; round++) {
        await store.events.settle()
        await Promise.all(running.map((consumer) => consumer.drained()))
      }
    },
    close: () => store.close(),
  }
}

const peopleIn = (store: Store, now: () => number): People =>
  new People({
    people: store.collection(allPeople),
    relations: store.collection(relations),
    hookOf: async () => null,
    now,
    newId: randomUUID,
    onFailure: passedOver,
  })

type Parts = Pick<Ground, 'store' | 'comments' | 'moderation'>

const consumersOf = ({ store, comments, moderation }: Parts): Consumer[] => {
  const all: Record<string, Handler> = {
    [FOLLOW_UP]: followUp(comments.needs, passedOver),
    [COUNTERS]: countersHandler(comments.needs),
    [AUTHORED]: authoredHandler(comments.needs),
    [FOLLOWING]: followingHandler(moderation.needs),
    [AUDIT]: auditHandler(moderation.needs),
    [BULK]: bulkHandler(moderation.needs),
  }
  return Object.entries(all).map(([name, handler]) => store.consume(name, handler, { onError: passedOver }))
}

export const HOLD_ALL: Rule[] = [{ phase: 'banned' }, { phase: 'pre-moderation' }]
