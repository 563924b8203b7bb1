import * as z from 'zod'
import { explain } from '../decision/explain.ts'
import type { Candidate, Reserved } from '../decision/model.ts'
import type { Held } from '../holding.ts'
import { askOf, meansOf, type Placing, requireZone, type ServingNeeds } from './serve.ts'

const named = { zone: z.string(), flight: z.string(), creative: z.string() }

export const explainedSchema = z
  .object({
    served: z.array(z.object(named)),
    verdicts: z.array(
      z.object({
        ...named,
        ecpm: z.number().meta({ description: 'In micro-units, for a thousand impressions.' }),
        score: z.number().meta({ description: 'By which it is compared with others of its tier, on this page.' }),
        droppedBy: z
          .string()
          .nullable()
          .meta({ description: 'The first rule that speaks against it; null where none does.' }),
      }),
    ),
    topics: z.array(z.string()).meta({ description: 'The topic of the page, and those above it.' }),
    isContextual: z.boolean().meta({ description: 'Whether only the page counts, and nothing of who looks at it.' }),
  })
  .meta({ id: 'ExplainedAds' })

export type Explained = Omit<z.output<typeof explainedSchema>, 'topics'> & { topics: readonly string[] }

/** What would be shown and why nothing else: by the same rules, money and caps, of which nothing is used up. */
export async function explainPlaces(needs: ServingNeeds, held: Held, placing: Placing): Promise<Explained> {
  for (const { zone } of placing.places) requireZone(held, zone)
  const ask = await askOf(needs, held, placing)
  const { person, topics } = ask
  const capping = person === null ? null : await needs.profiles.look(person)
  const { purses, random } = needs
  const asIfPaid = {
    reserve: (candidate: Candidate, now: number) => purses.tryOut(candidate, now),
    release: (reserved: Reserved) => purses.release(reserved),
  }
  const means = meansOf({ random, purses: asIfPaid }, { ask, capped: held.stock.capped, capping })
  const { chosen, verdicts } = await explain(held.snapshot, ask, means)
  for (const { reserved } of chosen) if (reserved !== null) purses.release(reserved)
  const served = chosen.map(({ zone, candidate }) => ({
    zone: zone.key,
    flight: candidate.flight._id,
    creative: candidate.creative._id,
  }))
  return { verdicts, served, topics, isContextual: person === null }
}
