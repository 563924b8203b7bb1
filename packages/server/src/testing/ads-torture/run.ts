import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { campaigns } from '../../ads/collections.ts'
import { check, type Checked } from './check.ts'
import { MOST_SKEW_MS, openAt, type Place, planned, timeIn } from './ground.ts'
import { Spender } from './spender.ts'

export type Torture = Checked & { kills: number; seed: number; acknowledged: number }
export type TortureOptions = {
  kills: number
  seed: number
  /** A file of its own where nothing is said. */
  place?: Place
  stop?: AbortSignal
  onKill?: (sofar: { kills: number; acknowledged: number }) => void
}

const PROCESSES = 4
const WORKERS = 64
const LONGEST_LIFE_MS = 500
/** A process has tried so much before it is killed. */
const ACTS = 200

/** Many spend budgets at once in processes that are killed, and are settled: says whether a micro-unit is missing or too many. */
export async function tortureAds(options: TortureOptions): Promise<Torture> {
  if (options.place !== undefined) return tortureAt(options.place, options)
  const folder = await mkdtemp(join(tmpdir(), 'palaver-ads-'))
  try {
    return await tortureAt({ file: join(folder, 'ads.db') }, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tortureAt(place: Place, { kills, seed, stop, onKill = () => {} }: TortureOptions): Promise<Torture> {
  const store = await openAt(place)
  for (const { campaign } of planned()) await store.collection(campaigns).insert(campaign)
  const random = randomNumbers(seed)
  const acknowledged = new Set<string>()
  const began = Date.now()
  let started = 0
  const start = (): Spender => {
    const name = `p${++started}x`
    const skew = Math.round((random() * 2 - 1) * MOST_SKEW_MS)
    const workers = WORKERS / PROCESSES
    return new Spender({ place, name, workers, seed: seed + started * WORKERS, began, skew }, acknowledged)
  }
  const spenders = Array.from({ length: PROCESSES }, start)
  let killed = 0
  try {
    while (killed < kills && stop?.aborted !== true) {
      const at = Math.floor(random() * PROCESSES)
      await spenders[at]?.until(ACTS)
      await wait(random() * LONGEST_LIFE_MS)
      await spenders[at]?.kill()
      spenders[at] = start()
      onKill({ kills: ++killed, acknowledged: acknowledged.size })
    }
    await Promise.all(spenders.map((spender) => spender.kill()))
    const checked = await check(store, timeIn(began, 0)(), acknowledged)
    return { kills: killed, seed, acknowledged: acknowledged.size, ...checked }
  } finally {
    await Promise.all(spenders.map((spender) => spender.kill()))
    await store.close()
  }
}
