import { createStore, type Engine } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { Comments } from '../service.ts'
import { person } from '../testing/ground.ts'

export type Sleep = (ms?: number) => Promise<void>
export type Acting = { engine: Engine; sleep: Sleep }

export const NOON = Date.UTC(2026, 0, 1, 12)
export const atOnce = (): Promise<void> => Promise.resolve()

export const ANN: Actor = person('ann')
export const BOB: Actor = person('bob')

/** The service as one process has it. All it names bears the process's name, so a run is the same every time. */
export function serviceOn({ engine, sleep }: Acting, name: string, now = NOON): Comments {
  let [ids, parts] = [0, 0]
  const world = {
    sleep,
    now: () => now,
    random: () => 0,
    newId: () => `${name}Id${++ids}`,
    newPart: () => `${name}${++parts}`.padStart(10, 'x'),
  }
  const rulesOf = async () => ({ settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 0 })
  return new Comments({ store: createStore(engine, world), rulesOf, world })
}

/** The first part that a process of this name gives to a slug. */
export const partOf = (name: string): string => `${name}1`.padStart(10, 'x')

/** What a command came to: its answer, or why it was refused. */
export type Ended<T> = { done: T } | { refused: string }

export async function ended<T>(work: Promise<T>): Promise<Ended<T>> {
  try {
    return { done: await work }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    throw error
  }
}

export const isDone = <T>(end: Ended<T> | undefined): end is { done: T } => end !== undefined && 'done' in end
