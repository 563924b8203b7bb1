import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../protocol/random.ts'
import { check } from './check.ts'
import { collectionsOf } from './collections.ts'
import { addFindings, type Findings, nothingFound } from './findings.ts'
import { Journal } from './journal.ts'
import { incarnationOf } from './operation.ts'
import { WritingChild } from './writing-child.ts'

export type Torture = Findings & {
  kills: number
  seed: number
  /** Operations that the store acknowledged, and those done again after a kill, of which nobody knew. */
  acknowledged: number
  retried: number
  /** Writes that failed although nothing was wrong but the kills. */
  failed: number
}

export type TortureOptions = { kills: number; seed: number; onKill?: (soFar: Torture) => void; stop?: AbortSignal }

const WRITERS = 16
/** Kills on one database; then it is checked, and the next kills have a new one. */
const KILLS_A_DATABASE = 50
const LONGEST_LIFE_MS = 250
/** Some are killed while they start: as the file is made, the log replayed, an index built. */
const KILLED_EARLY = 0.2
const LONGEST_START_MS = 700

/** Kills a writing process again and again, and counts what that did to what it wrote. */
export async function torture({ kills, seed, onKill = () => {}, stop }: TortureOptions): Promise<Torture> {
  const total: Torture = { kills: 0, seed, acknowledged: 0, retried: 0, failed: 0, ...nothingFound() }
  const random = randomNumbers(seed)
  while (total.kills < kills && stop?.aborted !== true) {
    const wanted = Math.min(KILLS_A_DATABASE, kills - total.kills)
    await withFolder((folder) => tortureOne(join(folder, 'palaver.db'), { total, wanted, random, onKill, stop }))
  }
  return total
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-torture-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type One = Required<Pick<TortureOptions, 'onKill'>> & {
  total: Torture
  wanted: number
  random: () => number
  stop: AbortSignal | undefined
}

async function tortureOne(file: string, { total, wanted, random, onKill, stop }: One): Promise<void> {
  const journal = new Journal()
  const before = { acknowledged: total.acknowledged, retried: total.retried }
  let incarnation = 0
  for (; incarnation < wanted && stop?.aborted !== true; incarnation++) {
    await liveAndDie(file, { incarnation, journal, random })
    total.kills++
    total.acknowledged = before.acknowledged + journal.acknowledged
    total.retried = before.retried + journal.retried
    onKill(total)
  }
  total.failed += journal.failures.length
  addFindings(total, await check(file, collectionsOf(incarnation), journal))
}

type Life = { incarnation: number; journal: Journal; random: () => number }

async function liveAndDie(file: string, { incarnation, journal, random }: Life): Promise<void> {
  const again = journal.open().filter(({ op }) => incarnationOf(op) === incarnation - 1)
  const settings = { file, incarnation, seed: Math.floor(random() * 2 ** 32), writers: WRITERS, again }
  const child = new WritingChild(settings, { journal })
  const known = journal.acknowledged
  const early = random() < KILLED_EARLY
  if (!early) await child.until(({ acknowledged }) => acknowledged > known)
  await wait(random() * (early ? LONGEST_START_MS : LONGEST_LIFE_MS))
  await child.kill()
}
