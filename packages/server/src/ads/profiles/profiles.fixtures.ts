import { createStore, type Engine, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import { realWorld } from '../../comments/world.ts'
import { adCollections, profiles as allProfiles } from '../collections.ts'
import type { Candidate } from '../decision/model.ts'
import type { Cap } from '../model.ts'
import type { Capping, NewShown } from './capping.ts'
import { Profiles } from './profiles.ts'

export const ORG = 'org1'
export const NOON = Date.UTC(2026, 0, 10, 12)
export const KEY = Buffer.alloc(32, 7)
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

type Named = { advertiser?: string; campaign?: string; creative?: string; caps?: Cap[] }

/** Only what caps look at. */
export const candidateOf = ({ advertiser = 'a1', campaign = 'c1', creative = 'k1', caps = [] }: Named): Candidate =>
  ({
    advertiser: { _id: advertiser },
    campaign: { _id: campaign },
    flight: { _id: `${campaign}-flight`, caps },
    creative: { _id: creative },
    ecpm: 1,
  }) as unknown as Candidate

export const cap = (most: number, seconds: number, per: Cap['per'] = 'campaign'): Cap => ({ per, most, seconds })

let names = 0

export const shownOf = (candidate: Candidate, at: number): NewShown => ({
  nonce: `n${++names}`,
  advertiser: candidate.advertiser._id,
  campaign: candidate.campaign._id,
  creative: candidate.creative._id,
  at,
})

export type Clock = { now: number }
type Options = Partial<Pick<ConstructorParameters<typeof Profiles>[0], 'profiles'>> & { by?: string }

/** A node with a clock of its own. */
export const nodeOn = (store: Store, clock: Clock, { profiles, by }: Options = {}): Profiles =>
  new Profiles({
    profiles: profiles ?? store.collection(allProfiles),
    key: KEY,
    world: { ...realWorld, now: () => clock.now, sleep: () => Promise.resolve(), ...(by && { newPart: () => by }) },
  })

type OpenEngine = { open: (specs: typeof adCollections) => Promise<Engine> }

export async function storeOn(engine: OpenEngine): Promise<Store> {
  const store = createStore(await engine.open(adCollections))
  onTestFinished(() => store.close())
  return store
}

export async function nodeAlone(engine: OpenEngine) {
  const [store, clock] = [await storeOn(engine), { now: NOON }]
  return { store, clock, node: nodeOn(store, clock), kept: (id: string) => store.collection(allProfiles).get(id) }
}

/** As a page does it: fills so many places with the first of these that is not capped. */
export const filling =
  (candidates: readonly Candidate[], places = 1) =>
  async ({ isCapped, note }: Capping, now: number): Promise<{ answer: NewShown[]; shown: NewShown[] }> => {
    const chosen: NewShown[] = []
    for (let place = 0; place < places; place++) {
      const found = candidates.find((one) => !isCapped(one, now))
      if (found === undefined) continue
      const shown = shownOf(found, now)
      note(shown)
      chosen.push(shown)
    }
    return { answer: chosen, shown: chosen }
  }

export const nothingToUndo = (): void => {}

type Page = { of: readonly Candidate[]; places: number }

/** What is shown on a page with so many places for these. */
export const fills = (node: Profiles, person: string, { of, places }: Page): Promise<NewShown[]> =>
  node.decide(person, filling(of, places), nothingToUndo)

/** What is shown in the only place of a page. */
export const shows = (node: Profiles, person: string, candidate: Candidate): Promise<NewShown[]> =>
  fills(node, person, { of: [candidate], places: 1 })
