import { createStore, type Engine, type Store } from '@palaver/store'
import { collections } from '../../collections.ts'
import type { Actor } from '../../api/actor.ts'
import { followUp, FOLLOW_UP } from '../consumers/follow-up.ts'
import { COUNTERS, countersHandler } from '../consumers/counters.ts'
import type { LayoutName, Order, Settings } from '../model.ts'
import { Comments, type CommentsOptions, type Mentioned } from '../service.ts'
import type { OrgRules } from '../settings.ts'
import type { World } from '../world.ts'

export const ORG = 'org1'

export const person = (name: string, role: Actor['role'] = 'member'): Actor => ({
  org: ORG,
  id: name,
  name,
  role,
  kind: 'person',
})
export const ADMIN = person('admin', 'admin')

/** Here every name is somebody's id. */
const everybody: Mentioned = async (_, names) => ({
  people: new Map(names.map((name) => [name, { id: name, name }])),
  most: 10,
})

/** A clock that moves by a second at each look, so that times differ and are the same in every run. */
export function tickingClock(stepMs = 1_000, start = Date.UTC(2026, 0, 1)): () => number {
  let now = start
  return () => (now += stepMs)
}

export type Ground = {
  store: Store
  comments: Comments
  rules: OrgRules
  /** Resolves when everything that was written has been followed up and counted. */
  drained: () => Promise<void>
  close: () => Promise<void>
}

export type GroundOptions = Pick<CommentsOptions, 'judge' | 'hold' | 'mayOf' | 'topics' | 'mentioned' | 'company'> & {
  world?: Partial<World>
  settings?: Partial<Settings>
  consumers?: boolean
}

/** The comments module on a database of its own, with its consumers running. */
export async function groundOn(
  open: (specs: typeof collections) => Promise<Engine>,
  { world = {}, settings = {}, consumers = true, ...decided }: GroundOptions = {},
): Promise<Ground> {
  const store = createStore(await open(collections))
  const rules: OrgRules = {
    settings,
    opensOnFirstComment: true,
    reactions: { like: '👍', heart: '❤️' },
    origins: [],
    guestSeconds: 3600,
  }
  const rulesOf = async (org: string): Promise<OrgRules | null> => (org === ORG ? rules : null)
  const comments = new Comments({ store, rulesOf, world, mentioned: everybody, ...decided })
  const onError = (error: unknown): void => {
    throw error
  }
  const running = consumers
    ? [
        store.consume(FOLLOW_UP, followUp(comments.needs, passedOver), { onError }),
        store.consume(COUNTERS, countersHandler(comments.needs), { onError }),
      ]
    : []
  return {
    store,
    comments,
    rules,
    // Twice: what one consumer writes tells events that the other has to see.
    drained: async () => {
      for (let round = 0; round < 3; round++) {
        await store.events.settle()
        await Promise.all(running.map((consumer) => consumer.drained()))
      }
    },
    close: () => store.close(),
  }
}

/** In a test nothing may be passed over. */
export const passedOver = (error: unknown): void => {
  throw error
}

export type Kind = { layout: LayoutName; order: Order }

export const KINDS: readonly Kind[] = (['per-comment', 'embedded', 'hybrid'] as const).flatMap((layout) =>
  (['chronological', 'threaded'] as const).map((order) => ({ layout, order })),
)
