import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { check, type Findings, nothingFound } from './check.ts'
import { chat, finish } from './client.ts'
import { Journal } from './journal.ts'
import { prepare } from './prepare.ts'
import { Service } from './service.ts'

export type Torture = Findings & { kills: number; seed: number; acknowledged: number; retried: number }
export type TortureOptions = {
  kills: number
  seed: number
  stop?: AbortSignal
  onKill?: (sofar: { kills: number; acknowledged: number }) => void
}

const CLIENTS = 16
const LONGEST_LIFE_MS = 600
/** Kills on one database: then it is checked, and the next kills have a new one. */
const KILLS_A_DATABASE = 50

/** Kills the service again and again under people who post, and counts what that did to what they were told. */
export async function tortureComments({ kills, seed, stop, onKill = () => {} }: TortureOptions): Promise<Torture> {
  const total: Torture = { kills: 0, seed, acknowledged: 0, retried: 0, ...nothingFound() }
  const random = randomNumbers(seed)
  while (total.kills < kills && stop?.aborted !== true) {
    const folder = await mkdtemp(join(tmpdir(), 'palaver-comments-'))
    try {
      await tortureOne(folder, { total, wanted: Math.min(KILLS_A_DATABASE, kills - total.kills), random, onKill, stop })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return total
}

type One = Required<Pick<TortureOptions, 'onKill'>> & {
  total: Torture
  wanted: number
  random: () => number
  stop: AbortSignal | undefined
}

async function tortureOne(folder: string, { total, wanted, random, onKill, stop }: One): Promise<void> {
  const journal = new Journal()
  const tokens = await prepare(folder, CLIENTS)
  const service = new Service(folder)
  await service.start()
  const stopping = new AbortController()
  const clients = Array.from({ length: CLIENTS }, (_, number) =>
    chat({ number, journal, service: { address: service.address, tokens }, random, stop: stopping.signal }),
  )
  for (let kill = 0; kill < wanted && stop?.aborted !== true; kill++) {
    const known = journal.acknowledged
    await until(() => journal.acknowledged > known)
    await wait(random() * LONGEST_LIFE_MS)
    await service.kill()
    await service.start()
    total.kills++
    onKill({ kills: total.kills, acknowledged: total.acknowledged + journal.acknowledged })
  }
  stopping.abort()
  await Promise.all(clients)
  await finish({ journal, service: { address: service.address, tokens } })
  await service.kill()
  total.acknowledged += journal.acknowledged
  total.retried += journal.retried
  const found = await check(folder, journal)
  for (const kind of Object.keys(found) as (keyof Findings)[]) total[kind].push(...found[kind])
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5)
}
