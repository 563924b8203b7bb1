import { randomUUID } from 'node:crypto'
import { createStore, type Engine, type LoggedEvent, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { CollectionSpec } from '../../../../../store/src/collection.ts'
import type { Actor } from '../../../api/actor.ts'
import type { Comment, Discussion } from '../../../comments/service.ts'
import { inboxes, tellings, windows as windowCollection } from '../../collections.ts'
import type { Candidate, Item, Reason, Skip } from '../../model.ts'
import { type Choices, DEFAULT_CHOICES } from '../../preferences/model.ts'
import type { Sending } from '../../windows/loop.ts'
import type { WindowNeeds } from '../../windows/needs.ts'
import { Windows } from '../../windows/windows.ts'
import { pushCollections } from '../collections.ts'
import type { Keys } from '../keys.ts'
import type { PushNeeds } from '../needs.ts'
import { WebPush } from '../push.ts'
import type { Outcome, Sender, SenderNeeds } from '../sender.ts'
import type { Subscriptions } from '../subscriptions.ts'
import { type Device, type PushService, pushService } from './push-service.ts'

export const ORG = 'org1'
const START = Date.UTC(2026, 0, 5, 12)
export const member = (id: string, org = ORG): Actor => ({ org, id, name: id, role: 'member', kind: 'person' })

type Open = (collections: readonly CollectionSpec[]) => Promise<Engine>
type Options = { ask?: Partial<SenderNeeds['ask']> }

/** What a test says of the people and the comment that it is about. */
type Scene = {
  candidates: Candidate[]
  /** What `check` says of somebody, or of an event; nothing speaks against what is not named. */
  skips: Map<string, Skip>
  choices: Map<string, Partial<Choices>>
  isPrivate: boolean
  isPaused: boolean
  erased: Set<string>
  /** Happens while it is found out whether somebody may be told. */
  meanwhile: () => Promise<unknown>
}

export type Ground = {
  store: Store
  push: WebPush
  service: PushService
  clock: { now: number }
  scene: Scene
  keys: Keys
  subscriptions: Subscriptions
  sender: Sender
  counted: Outcome['kind'][]
  warned: unknown[]
  needs: PushNeeds
  /** A browser of somebody. */
  browser: (person: string, more?: { org?: string; language?: string }) => Promise<Device>
  /** Has the queue handle an event, as often as a test likes; at a later place where it was redriven. */
  deliver: (event: LoggedEvent, position?: number) => Promise<void>
  /** What was given up. */
  buried: { channel: string; event: string }[]
  told: (event: LoggedEvent, person: string) => Promise<{ state: string; skip: Skip | null } | null>
  startSending: () => Sending
}

const emptyScene = (): Scene => ({
  candidates: [],
  skips: new Map(),
  choices: new Map(),
  isPrivate: false,
  isPaused: false,
  erased: new Set(),
  meanwhile: async () => {},
})

export async function groundOn(open: Open, { ask = {} }: Options = {}): Promise<Ground> {
  const service = await pushService()
  const store = createStore(await open([...pushCollections, tellings, inboxes, windowCollection]))
  onTestFinished(() => store.close())
  const clock = { now: START }
  const now = (): number => clock.now
  const scene = emptyScene()
  const counted: Outcome['kind'][] = []
  const warned: unknown[] = []
  const kept = { windows: store.collection(windowCollection), tellings: store.collection(tellings) }
  const buried: Ground['buried'] = []
  const windows = new Windows({ ...kept, now, random: () => 0, newId: randomUUID, bury: buryingIn(buried) })
  const push = new WebPush({
    store,
    contact: 'mailto:ops@palaver.dev',
    isErased: async ({ id }) => scene.erased.has(id),
    forgetErased: async () => {},
    audiences: audiencesOf(scene),
    windows,
    choicesOf: async (_, person) => ({ ...DEFAULT_CHOICES, ...scene.choices.get(person) }),
    privatePreviews: async () => scene.isPrivate,
    linkOf: ({ url }, slug) => `${url}#comment-${slug}`,
    log: { warn: (what: unknown) => void warned.push(what) },
    count: (outcome) => void counted.push(outcome),
    ask: { allowPrivate: true, ca: service.ca, ...ask },
    now,
  })
  const { keys, subscriptions, sending: needs } = push
  const handler = push.queue()?.handler
  if (needs === null || handler === undefined) throw new Error('Web Push is off.')
  const { sender } = needs
  const parts = { store, push, service, clock, scene, keys, subscriptions, sender, counted, warned, needs }
  return {
    ...parts,
    buried,
    browser: async (person, { org = ORG, language = 'en' } = {}) => {
      const device = service.subscribe()
      await subscriptions.subscribe(member(person, org), { ...device.subscription, language })
      return device
    },
    deliver: (event, position = event.seq) =>
      handler.handle({ event, position, attempt: 1, signal: new AbortController().signal }),
    told: async (event, person) => {
      const telling = await kept.tellings.get(`${event._id}~push~${person}`)
      return telling === null ? null : { state: telling.state, skip: telling.skip }
    },
    startSending: () => {
      const sending = push.startSending({ onError: () => {}, isPaused: () => scene.isPaused })
      if (sending === null) throw new Error('Web Push is off.')
      return sending
    },
  }
}

const buryingIn =
  (buried: Ground['buried']): WindowNeeds['bury'] =>
  async (channel, { event }) =>
    buried.push({ channel, event }) > 0

const DISCUSSION = { _id: 'd1', org: ORG, title: 'On melons', url: 'https://example.org/melons' } as Discussion

const commentOf = (event: LoggedEvent): Comment => event.after as unknown as Comment

/** A comment by Ada that was just published. */
export function created(ground: Ground, more: Partial<Comment> = {}): LoggedEvent {
  const slug = more.slug ?? randomUUID().slice(0, 8)
  const author = { id: 'ada', name: 'Ada' }
  const after = { slug, html: '<p>Yes &amp; no.</p>', author, parentSlug: 'p1', replyTo: null, mentions: [], ...more }
  const at = new Date(ground.clock.now).toISOString()
  const event = { _id: randomUUID(), org: ORG, subject: 'd1', type: 'comment', op: 'created', at, partition: 0, seq: 1 }
  return { ...event, after } as unknown as LoggedEvent
}

/** Whom it concerns is what the test says; everything else of an event is as it is there. */
function audiencesOf(scene: Scene): PushNeeds['audiences'] {
  const comments = new Map<string, Comment>()
  const checkAll: PushNeeds['audiences']['checkAll'] = async (items) => {
    await scene.meanwhile()
    return items.map(({ person, event }) => {
      const skip = scene.skips.get(person) ?? scene.skips.get(event)
      const comment = comments.get(event) ?? null
      return skip === undefined ? { skip: null, person: {} as never, discussion: DISCUSSION, comment } : { skip }
    })
  }
  return {
    isOurs: ({ type }) => type === 'comment',
    laneOf: ({ subject }) => subject,
    prepare: async () => {},
    of: async function* (event) {
      comments.set(event._id, commentOf(event))
      yield scene.candidates
    },
    aboutOf: (event, { person, reason }): Item => {
      const { slug, author } = commentOf(event)
      const { _id, org, subject, at } = event
      return { event: _id, org, discussion: subject, slug, actor: author, reason, at, person }
    },
    checkAll,
    check: async (item, channel) => (await checkAll([item], channel))[0] ?? { skip: 'not-there' },
  }
}

export const candidate = (person: string, reason: Reason = 'participating') => ({ person, reason, skip: null })

/** Has the queue tell these people of a new comment. */
export async function delivered(ground: Ground, people: readonly string[], reason: Reason = 'participating') {
  ground.scene.candidates = people.map((person) => candidate(person, reason))
  const event = created(ground)
  await ground.deliver(event)
  return event
}
