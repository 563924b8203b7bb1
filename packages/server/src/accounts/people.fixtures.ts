import { createStore, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import type { Actor } from '../api/actor.ts'
import type { Hook } from '../hooks/ask.ts'
import { people, relations } from './collections.ts'
import { personId } from './ids.ts'
import { People } from './people.ts'

export const ORG = 'org1'
export const HOUR_MS = 60 * 60 * 1000

/** Who a person is, as their token would say. */
export const actor = (name: string, more: Partial<Actor> = {}): Actor => ({
  org: ORG,
  id: personId(more.org ?? ORG, name),
  name,
  role: 'member',
  kind: 'person',
  hostId: name,
  ...more,
})

export const idOf = (name: string): string => actor(name).id

/** People on a database of their own; `another` is a process beside it. */
export async function peopleOn(engine: TestEngine) {
  const store = createStore(await engine.open([people, relations]))
  onTestFinished(() => store.close())
  return peopleIn(store)
}

export function peopleIn(store: Store) {
  const clock = { now: Date.parse('2030-01-01T00:00:00.000Z') }
  const world: { hook: Hook | null; failures: unknown[]; events: number } = { hook: null, failures: [], events: 0 }
  const collections = { people: store.collection(people), relations: store.collection(relations) }
  const another = (): People =>
    new People({
      ...collections,
      hookOf: async () => world.hook,
      now: () => clock.now,
      newId: () => `event${++world.events}`,
      onFailure: (error) => void world.failures.push(error),
    })
  const all = another()
  /** Tells of people whose id and name are the same. */
  const tell = async (...names: string[]): Promise<void> => {
    await all.upsert(
      ORG,
      names.map((name) => ({ id: name, username: name })),
    )
  }
  const told = async (): Promise<(readonly [string, string, string])[]> => {
    await store.events.settle()
    const partition = store.events.partitionOf(ORG)
    const events = await store.events.read({ partition, after: 0, limit: 100 })
    return events.map(({ type, op, subject }) => [type, op, subject] as const)
  }
  return { people: all, another, clock, world, tell, told, documents: collections.people }
}
