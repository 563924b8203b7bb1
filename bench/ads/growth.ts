import { inFolder } from '../folder.ts'
import { atMost, measurePair, median, type Row } from '../measure.ts'
import { askedOf } from './decide.ts'
import { type Ground, groundIn, hasAd } from './ground.ts'

const FEW = 100
const MANY = 10_000
const ASKS = 3000
const WARM = 15_000

/**
 * A decision among ten thousand flights, beside one among a hundred; nobody's caps are kept, so it writes nothing. Of
 * many the middle one counts: one in a hundred waits until a part of a budget is leased, and among few flights that is
 * more often the same campaign, whose document has grown by it.
 */
export async function growth(): Promise<Row> {
  return inFolder((few) =>
    inFolder(async (many) => {
      const [small, large] = [await groundIn(few, FEW), await groundIn(many, MANY)]
      await ask(small, WARM)
      await ask(large, WARM)
      const { floorMs, subjectMs } = await measurePair({
        floor: () => ask(small, ASKS),
        subject: () => ask(large, ASKS),
      })
      await Promise.all([small, large].map(({ context }) => context.store.close()))
      const ratio = subjectMs / floorMs
      const shown = (ms: number, flights: number): string =>
        `${((1000 * ms) / ASKS).toFixed(0)} µs, ${flights.toLocaleString('en')} flights`
      return { name: 'growth', ratio, ...atMost(2, ratio), subject: shown(subjectMs, MANY), floor: shown(floorMs, FEW) }
    }),
  )
}

/** What so many decisions would take if each took as long as the middle one, in ms. */
async function ask({ context, org }: Ground, count: number): Promise<number> {
  const nobody = { random: null, consent: false }
  const asked = Array.from({ length: count }, (_, number) => ({ ...askedOf(org, number), ...nobody }))
  const answers: string[] = []
  const times: number[] = []
  for (const one of asked) {
    const began = performance.now()
    answers.push(await context.ads.place(one))
    times.push(performance.now() - began)
  }
  if (!answers.every(hasAd)) throw new Error('There is an answer without an ad.')
  return count * median(times)
}
