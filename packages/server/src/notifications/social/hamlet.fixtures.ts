import { createStore, type LoggedEvent } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { people as allPeople } from '../../accounts/collections.ts'
import { BLANK_PROFILE, type OwnProfile } from '../../accounts/service.ts'
import { collections } from '../../collections.ts'
import { actorOf, idOf, ORG, type Village, villageIn } from '../../social/testing/village.ts'
import { Audiences } from '../audience/audiences.ts'
import { Levels } from '../audience/levels.ts'
import { Centre } from '../centre/centre.ts'
import type { Filter } from '../centre/walking.ts'
import { centreHandler } from '../centre/handler.ts'
import { publishedIn } from '../centre/published.ts'
import * as all from '../collections.ts'
import { Explainer } from '../explain.ts'
import type { Candidate, Channel, Skip } from '../model.ts'
import { PreferenceBook } from '../preferences/preferences.ts'
import { type SocialKnown, socialKnown } from './known.ts'

export type Hamlet = Awaited<ReturnType<typeof hamletIn>>
const NAMES = ['ada', 'bob', 'cy', 'dee']
type Given = { names?: readonly string[]; mutes?: (person: string, text: string) => boolean }

/** A village with a centre: the queue is turned by hand. */
export async function hamletOn(engine: TestEngine, given: Given = {}): Promise<Hamlet> {
  const hamlet = await hamletIn(engine, given)
  onTestFinished(() => hamlet.store.close())
  return hamlet
}

/** The same for who closes it. */
export async function hamletIn(engine: TestEngine, { names = NAMES, mutes = () => false }: Given) {
  const village = await villageIn(createStore(await engine.open(collections)), names)
  const known = socialKnown(village.social, {
    mutes:
      async ({ id }) =>
      (text) =>
        mutes(id, text),
  })
  const parts = partsOn(village, known)
  const whole = { ...village, ...parts, names }
  return { ...whole, known, ...actsIn(whole), ...looksAt(whole), ...queueOf(whole) }
}

type Whole = Village & ReturnType<typeof partsOn> & { names: readonly string[] }

const refOf = (post: string) => ({ org: ORG, resource: { type: 'social-post', id: post } })

/** What people do besides. */
function actsIn({ store, people, social, comments, levels, centre, preferences, log }: Whole) {
  return {
    react: (name: string, post: string, reaction: string | null = 'like') =>
      social.react(actorOf(name), post, reaction),
    beside: (name: string, post: string, text: string) =>
      comments.post({ actor: actorOf(name), ref: refOf(post) }, { text }),
    /** What somebody says of themselves, written where it is kept. */
    profile: async (name: string, profile: Partial<OwnProfile>): Promise<void> => {
      const change = { $set: { profile: { ...BLANK_PROFILE, ...profile } } }
      await store.collection(allPeople).update({ _id: idOf(name) }, change)
    },
    mute: (name: string, other: string) => people.relations.add(actorOf(name), 'mute', idOf(other)),
    remove: (name: string, post: string) => social.delete(actorOf(name), post),
    narrow: (name: string, post: string, audience: Parameters<Village['say']>[2]) =>
      social.revise(actorOf(name), post, audience === undefined ? {} : { audience }),
    level: (name: string, post: string, level: Parameters<Levels['set']>[2]) =>
      levels.set(actorOf(name), refOf(post), level),
    read: async (name: string): Promise<void> => {
      await centre.readUpTo(actorOf(name), log.position)
    },
    choose: (name: string, patch: Parameters<PreferenceBook['change']>[1]) =>
      preferences.change(actorOf(name), patch, { ifMatch: null }),
  }
}

/** What became of it. */
function looksAt({ centre, audiences, names }: Whole) {
  const entries = async (name: string, filter: Filter = 'all') =>
    (await centre.list(actorOf(name), { filter, limit: 100, cursor: null })).entries
  const candidates = async (event: LoggedEvent): Promise<Candidate[]> => {
    const found: Candidate[] = []
    for await (const page of audiences.of(event)) found.push(...page)
    return found
  }
  return {
    entries,
    unread: async (name: string): Promise<number> => (await centre.counts(actorOf(name))).unread.count,
    /** What somebody finds in their centre: why, and how many people did it. */
    told: async (name: string): Promise<string[]> =>
      (await entries(name)).map(({ reason, people }) => (people === 1 ? reason : `${reason} by ${people}`)),
    /** Who is told of an event, and after `-` why not. */
    audience: async (event: LoggedEvent): Promise<Record<string, string>> => {
      const nameOf = new Map(names.map((name) => [idOf(name), name]))
      const found = (await candidates(event)).map(({ person, reason, skip }) => [
        nameOf.get(person) ?? person,
        skip === null ? reason : `${reason} - ${skip}`,
      ])
      return Object.fromEntries(found)
    },
    /** What is in the way of telling one person of an event at this moment. */
    check: async (event: LoggedEvent, name: string, channel: Channel = 'push'): Promise<Skip | null> => {
      const found = (await candidates(event)).find(({ person }) => person === idOf(name))
      if (found === undefined) throw new Error(`${name} is no candidate.`)
      return (await audiences.check(audiences.aboutOf(event, found), channel)).skip
    },
  }
}

function queueOf({ store, drained, handler, log }: Whole) {
  const logged = async (): Promise<LoggedEvent[]> => {
    await drained()
    return store.events.read({ partition: store.events.partitionOf(ORG), after: 0, limit: 5000 })
  }
  return {
    logged,
    eventWhere: async (is: (event: LoggedEvent) => boolean): Promise<LoggedEvent> => {
      const found = (await logged()).findLast(is)
      if (found === undefined) throw new Error('There is no such event.')
      return found
    },
    /** Turns the queue until nothing waits. */
    turn: async (): Promise<void> => {
      for (let round = 0; round < 2; round++) {
        const events = (await logged()).filter(({ seq }) => seq > log.position)
        await handler.prepare?.(events)
        for (const event of events)
          if (handler.laneOf(event) !== null)
            await handler.handle({ event, position: event.seq, attempt: 1, signal: new AbortController().signal })
        log.position = events.at(-1)?.seq ?? log.position
      }
    },
  }
}

/** All that decides who is told, and keeps it. */
function partsOn({ store, comments, people, world }: Village, social: SocialKnown) {
  const { now } = world
  const rows = { notifications: store.collection(all.notifications), inboxes: store.collection(all.inboxes) }
  const isErased = people.isErased.bind(people)
  const preferences = new PreferenceBook({ preferences: store.collection(all.preferences), isErased, now })
  const kept = {
    ...rows,
    followings: store.collection(all.followings),
    topicFollowings: store.collection(all.topicFollowings),
    audiences: store.collection(all.audiences),
    tellings: store.collection(all.tellings),
  }
  const about = { comments, people, preferences, social, now, keptDays: 150 }
  const needs = {
    ...kept,
    ...about,
    mayOf: comments.needs.mayOf,
    isWaiting: async () => true,
    restoredAt: async () => null,
  }
  const audiences = new Audiences(needs)
  const writing = { ...kept, audience: audiences, published: publishedIn(comments), social, now, keptDays: 150 }
  const handler = centreHandler({ ...writing, forgetErased: async () => {}, random: () => 1 })
  const log = { position: 0 }
  const hiddenFrom = people.relations.hiddenFrom.bind(people.relations)
  let ids = 0
  const centre = new Centre({
    ...rows,
    comments,
    social,
    hiddenFrom,
    isErased,
    now,
    newId: () => `mark${++ids}`,
    log: { ...store.events, positionOf: async () => log.position },
  })
  const levels = new Levels({ ...needs, isErased })
  const explainer = new Explainer({
    ...needs,
    hasPush: true,
    windows: store.collection(all.windows),
    log: store.events,
  })
  return { ...kept, needs, audiences, handler, centre, levels, explainer, preferences, log }
}
