import { createStore, type Engine, type Store } from '@palaver/store'
import { ADMIN, ORG, tickingClock } from '../../comments/testing/ground.ts'
import { treeCollections } from '../collections.ts'
import { topicId, treeId } from '../ids.ts'
import { Topics } from '../service.ts'

export const MAIN = treeId(ORG, 'main')
export const BY_ADMIN = { actor: ADMIN }

/** The id of a topic of the tree `main`. */
export const idOf = (key: string): string => topicId(MAIN, key)

/** Clock, ids and keys are the same in every run: those of one process bear its name. */
export function worldOf(name: string) {
  let [ids, parts] = [0, 0]
  return {
    now: tickingClock(),
    random: () => 0.5,
    sleep: (): Promise<void> => new Promise((resolve) => setImmediate(resolve)),
    newId: () => `${name}-${++ids}`,
    newPart: () => `${name}${++parts}`,
  }
}

/** The service as one process has it. */
export function topicsOn(store: Store, name: string, world: Partial<ReturnType<typeof worldOf>> = {}): Topics {
  const whole = { ...worldOf(name), ...world }
  return new Topics({ store, world: whole, holds: async () => false, changed: () => {} })
}

export type TreeGround = { store: Store; topics: Topics; close: () => Promise<void> }

/** A database of its own with an empty tree, `main`. */
export async function treeGround(open: (specs: typeof treeCollections) => Promise<Engine>): Promise<TreeGround> {
  const store = createStore(await open(treeCollections))
  const topics = topicsOn(store, 'k')
  await topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  return { store, topics, close: () => store.close() }
}
