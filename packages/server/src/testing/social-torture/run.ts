import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { openContext } from '../comments-torture/prepare.ts'
import { Service } from '../comments-torture/service.ts'
import { check, type Findings, nothingFound } from './check.ts'
import { finish, type Journal, talk } from './client.ts'
import { prepare, SETTINGS } from './prepare.ts'

export type Torture = Findings & { kills: number; seed: number; acknowledged: number }
export type TortureOptions = {
  kills: number
  seed: number
  followers?: number
  stop?: AbortSignal
  onKill?: (sofar: { kills: number; acknowledged: number }) => void
}

const LONGEST_LIFE_MS = 800
const FOLLOWERS = 2_000

/** Kills the service while it brings posts to all who follow, and counts what that did to their news. */
export async function tortureSocial(options: TortureOptions): Promise<Torture> {
  const { kills, seed, followers = FOLLOWERS, stop, onKill = () => {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'palaver-news-'))
  const random = randomNumbers(seed)
  const total: Torture = { kills: 0, seed, acknowledged: 0, ...nothingFound() }
  const prepared = await prepare(folder, followers)
  const service = new Service(folder, SETTINGS)
  const journal: Journal = []
  const stopping = new AbortController()
  const acknowledged = (): number => journal.filter(({ id }) => id !== null).length
  try {
    await service.start()
    const common = { journal, address: service.address, random, stop: stopping.signal }
    const talking = prepared.tokens.map((token) => talk({ ...common, token }))
    while (total.kills < kills && stop?.aborted !== true) {
      const known = acknowledged()
      while (acknowledged() === known) await wait(5)
      await wait(random() * LONGEST_LIFE_MS)
      await service.kill()
      await service.start()
      total.kills++
      onKill({ kills: total.kills, acknowledged: acknowledged() })
    }
    stopping.abort()
    await Promise.all(talking)
    await finish(service.address, journal)
    await service.kill()
    const context = await openContext(folder, SETTINGS)
    const found = await check(context, journal, prepared.followers)
    await context.store.close()
    return { ...total, ...found, acknowledged: acknowledged() }
  } finally {
    stopping.abort()
    await service.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
