import { type MailServer, openMailServer } from '../../notifications/email/testing/mail-server.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { openContext } from '../comments-torture/prepare.ts'
import { Service } from '../comments-torture/service.ts'
import { check, type Findings, nothingFound } from './check.ts'
import { finish, type Journal, talk } from './client.ts'
import { prepare, settingsFor } from './prepare.ts'

export type Torture = Findings & {
  kills: number
  seed: number
  acknowledged: number
  mails: number
  repeatedMails: number
}
export type TortureOptions = {
  kills: number
  seed: number
  stop?: AbortSignal
  onKill?: (sofar: { kills: number; acknowledged: number; mails: number }) => void
}

const LONGEST_LIFE_MS = 1_200
/** Kills on one database: then it is checked, and the next kills have a new one. */
const KILLS_A_DATABASE = 25

/** Kills the service again and again under people who talk, and counts what that did to what they were told. */
export async function tortureNotifications({ kills, seed, stop, onKill }: TortureOptions): Promise<Torture> {
  const total: Torture = { kills: 0, seed, acknowledged: 0, mails: 0, repeatedMails: 0, ...nothingFound() }
  const random = randomNumbers(seed)
  while (total.kills < kills && stop?.aborted !== true) {
    const folder = await mkdtemp(join(tmpdir(), 'palaver-told-'))
    const sink = await openMailServer()
    try {
      const wanted = Math.min(KILLS_A_DATABASE, kills - total.kills)
      await tortureOne({ folder, sink, total, wanted, random, onKill: onKill ?? (() => {}), stop })
    } finally {
      await sink.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return total
}

type One = Required<Pick<TortureOptions, 'onKill'>> & {
  folder: string
  sink: MailServer
  total: Torture
  wanted: number
  random: () => number
  stop: AbortSignal | undefined
}

async function tortureOne({ folder, sink, total, wanted, random, onKill, stop }: One): Promise<void> {
  const settings = settingsFor(sink)
  const { tokens, people } = await prepare(folder, settings)
  const service = new Service(folder, settings)
  await service.start()
  const journal: Journal = []
  const stopping = new AbortController()
  const common = { journal, tokens, address: service.address }
  const talking = tokens.map((_, user) => talk({ ...common, user, random, stop: stopping.signal }))
  const acknowledged = (): number => journal.filter(({ slug }) => slug !== null).length
  for (let kill = 0; kill < wanted && stop?.aborted !== true; kill++) {
    const known = acknowledged()
    while (acknowledged() === known) await wait(5)
    await wait(random() * LONGEST_LIFE_MS)
    await service.kill()
    await service.start()
    total.kills++
    onKill({
      kills: total.kills,
      acknowledged: total.acknowledged + acknowledged(),
      mails: total.mails + sink.mails.length,
    })
  }
  stopping.abort()
  await Promise.all(talking)
  await finish(common)
  await service.kill()
  const context = await openContext(folder, settings)
  const found = await check(context, { people, mails: sink.mails })
  await context.store.close()
  for (const kind of Object.keys(found) as (keyof Findings)[]) total[kind].push(...found[kind])
  total.acknowledged += acknowledged()
  total.mails += sink.mails.length
  total.repeatedMails +=
    sink.mails.length - new Set(sink.mails.map(({ recipient, messageId }) => `${recipient} ${messageId}`)).size
}
