import { setTimeout as wait } from 'node:timers/promises'
import { Conflict } from '@palaver/store'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import type { Candidate } from '../../ads/decision/model.ts'
import { nonceOf } from '../../ads/entries.ts'
import { billClick, billConversion, billSeen, billView } from '../../ads/money/billing.ts'
import { settleDue } from '../../ads/money/settling.ts'
import { decidedOf, type Node, nodeOn } from '../../ads/money/testing/ground.ts'
import { openAt, type Place, planned, timeIn } from './ground.ts'

export type ChildSettings = { place: Place; name: string; workers: number; seed: number; began: number; skew: number }

type Working = { node: Node; random: () => number; candidates: readonly Candidate[] }

/** Says which impressions were billed, one in a line; who reads it may count on each. An empty line: something was tried. */
const tell = (nonce: string): void => void process.stdout.write(`${nonce}\n`)

/** Shows one ad, and has it seen, clicked and bought: now and then twice, at once, or not at all. */
async function act({ node, random, candidates }: Working): Promise<void> {
  const candidate = candidates[Math.floor(random() * candidates.length)]
  if (candidate === undefined) return
  tell('')
  const reserved = await node.purses.reserve(candidate, node.world.now())
  if (reserved === null) return wait(random() * 20)
  if (random() < 0.1) return node.purses.release(reserved)
  if (random() < 0.1) return
  const decided = decidedOf(candidate.campaign._id, reserved, node.world.now())
  const told = await Promise.all([
    billView(node, decided, 'r'),
    random() < 0.3 ? billView(node, decided, 's') : 'repeat',
  ])
  if (told.includes('billed')) tell(nonceOf(decided))
  node.purses.landed(reserved)
  if (random() < 0.5) await billSeen(node, decided)
  if (random() < 0.4) await Promise.all([billClick(node, decided), billClick(node, decided)])
  if (random() < 0.2) await Promise.all([billConversion(node, decided), billConversion(node, decided)])
}

/** Where too many change one document at once, somebody has to come again. */
async function unlessCrowded(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
  }
}

async function main(): Promise<void> {
  const { place, name, workers, seed, began, skew } = JSON.parse(process.argv[2] ?? '{}') as ChildSettings
  // Nobody is left who would kill it.
  process.stdin.resume().on('end', () => process.exit())
  const node = nodeOn(await openAt(place), name, timeIn(began, skew))
  const candidates = planned().flatMap((plan) => plan.candidates)
  const work = async (worker: number): Promise<never> => {
    const random = randomNumbers(seed + worker)
    for (;;) await unlessCrowded(act({ node, random, candidates }))
  }
  const settle = async (): Promise<never> => {
    for (;;) {
      await unlessCrowded(settleDue(node, { now: node.world.now(), limit: 20 }))
      await wait(100)
    }
  }
  await Promise.all([...Array.from({ length: workers }, (_, worker) => work(worker)), settle()])
}

await main()
