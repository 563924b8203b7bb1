import { createStore, type Engine, openSqlite, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import { adCollections, signingKeys } from '../collections.ts'
import type { Decided } from '../entries.ts'
import { Keys } from './keys.ts'
import { Tokens } from './tokens.ts'

export const NOON = Date.UTC(2026, 0, 1, 12)

export const decided = (own: Partial<Decided> = {}): Decided => ({
  org: 'Okapi123',
  campaign: 'CampaignCampaignCampaig',
  slice: 'SliceSliceSliceSliceSl',
  index: 7,
  creative: 'CreativeCreativeCreativ',
  zone: 'sidebar',
  topic: 'TopicTopicTopicTopicTo',
  at: NOON,
  person: 'Person_Person-PersonPe',
  ...own,
})

export type Signing = {
  store: Store
  clock: { now: number }
  /** What a node has of its own. */
  node: () => { keys: Keys; tokens: Tokens }
}

/** Nodes on one database, with one clock. */
export async function signing(engine?: Engine): Promise<Signing> {
  const clock = { now: NOON }
  const now = (): number => clock.now
  const store = createStore(engine ?? (await openSqlite({ file: ':memory:', collections: adCollections })), { now })
  onTestFinished(() => store.close())
  const node = () => {
    const keys = new Keys({ keys: store.collection(signingKeys), now })
    return { keys, tokens: new Tokens(keys) }
  }
  return { store, clock, node }
}
