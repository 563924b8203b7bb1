import type { Store } from '@palaver/store'
import type { Accounts, People } from '../../accounts/service.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Comments } from '../../comments/service.ts'
import type { Photos } from '../../files/service.ts'
import type { Moderation } from '../../moderation/service.ts'
import type { Social } from '../../social/service.ts'
import { acquaint, askForFields, introduce } from './knowing.ts'
import { hang, isPictured, portray } from './picturing.ts'
import { POSTS } from './posts.ts'
import { VILLAGERS } from './villagers.ts'
import { writeSample } from './writing.ts'

export type VillageNeeds = {
  store: Store
  accounts: Accounts
  people: People
  comments: Comments
  moderation: Moderation
  social: Social
  photos: Photos
}

/** Does what has a name, unless that was noted as done. */
export type Once = (what: string, work: () => Promise<unknown>) => Promise<void>

/** Longer ago than the oldest post. */
const KNOWN_MS = 125 * 86_400_000

/** People who know each other, and what they wrote: as if it had been going on for months when the demo first had it. */
export async function fillVillage(needs: VillageNeeds, once: Once, began: number): Promise<void> {
  const { accounts, social } = needs
  await once('profile fields', () => askForFields(accounts))
  await together(VILLAGERS, (villager) => once(`villager ${villager.id}`, () => introduce(social, villager)))
  const at = new Date(began - KNOWN_MS).toISOString()
  await together(VILLAGERS, (villager) => once(`friends of ${villager.id}`, () => acquaint(needs, villager, at)))
  const written = POSTS.filter((sample) => !isPictured(sample))
  await together(written, (sample) => once(`post ${sample.id}`, () => writeSample(needs, sample, { began })))
}

const AT_ONCE = 8

/** What is written together waits for the disk together. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}

type Drawing = { began: number; isStopped: () => boolean }

/** Pictures take a while: they come beside the visitors. Where this machine can keep none, all else is there. */
export async function drawVillage(needs: VillageNeeds, once: Once, { began, isStopped }: Drawing): Promise<void> {
  try {
    for (const { id } of VILLAGERS) if (!isStopped()) await once(`face ${id}`, () => portray(needs, id))
    for (const sample of POSTS)
      if (isPictured(sample) && !isStopped())
        await once(`post ${sample.id}`, async () =>
          writeSample(needs, sample, { began, photos: await hang(needs, sample) }),
        )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'photos-unavailable') throw error
  }
}
