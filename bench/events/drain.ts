import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFolder } from '../folder.ts'
import { atLeast, median, perSecond, type Row } from '../measure.ts'
import { say } from '../progress.ts'

const SINKS = fileURLToPath(new URL('../../packages/server/src/testing/sinks.ts', import.meta.url))
const DRAINING = fileURLToPath(new URL('draining.ts', import.meta.url))
const SENDING = fileURLToPath(new URL('../../packages/server/src/testing/bare-sending.ts', import.meta.url))
const ROUNDS = 5

export type Sinks = { smtp: string; push: string; ca: string; keys: { p256dh: string; auth: string } }
/** How long all channels took, and how long SQLite alone takes for the rows that they wrote. */
export type Drained = { events: number; pushes: number; mails: number; subjectMs: number; floorMs: number }

/**
 * Events through all channels with three recipients each, beside raw SQLite that only writes the same rows. And
 * `drainMost`: what the ratio would be if the pushes and mails were only encrypted and sent, by one thread.
 */
export async function drain(): Promise<Row[]> {
  const sinks = program(SINKS, {})
  const at = await answerOf<Sinks>(sinks)
  const all: (Drained & { sendingMs: number })[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    say(`drain: round ${round} of ${ROUNDS}`)
    const drained = await inFolder((folder) => oneRound(folder, at))
    const sendingMs = await inFolder((folder) => onlySent(folder, at, drained))
    if (round > 0) all.push({ ...drained, sendingMs })
  }
  sinks.disconnect()
  const ratio = median(all.map(({ floorMs, subjectMs }) => floorMs / subjectMs))
  const most = median(all.map(({ floorMs, sendingMs }) => floorMs / sendingMs))
  const speed = (of: (one: (typeof all)[number]) => number): string =>
    perSecond(all[0]?.events ?? 0, median(all.map(of)))
  const floor = speed(({ floorMs }) => floorMs)
  return [
    { name: 'drain', ratio, ...atLeast(0.3, ratio), subject: speed(({ subjectMs }) => subjectMs), floor },
    { name: 'drainMost', ratio: most, bound: '-', met: true, subject: speed(({ sendingMs }) => sendingMs), floor },
  ]
}

/** How long it takes to send as much, where nobody has to find out what and to whom. */
async function onlySent(folder: string, sinks: Sinks, { pushes, mails }: Drained): Promise<number> {
  const { smtp, push, keys } = sinks
  const asked = JSON.stringify({ smtp, push, keys, pushes, mails })
  const child = program(SENDING, { ...(await trusting(folder, sinks)), ASKED: asked })
  return (await answerOf<{ ms: number }>(child)).ms
}

/** Sinks have a certificate of their own making. */
async function trusting(folder: string, { ca }: Sinks): Promise<Record<string, string>> {
  const file = join(folder, 'ca.pem')
  await writeFile(file, ca)
  return { NODE_EXTRA_CA_CERTS: file }
}

async function oneRound(folder: string, sinks: Sinks): Promise<Drained> {
  const child = program(DRAINING, {
    ...(await trusting(folder, sinks)),
    PALAVER_DATA: join(folder, 'data'),
    PALAVER_LOG_LEVEL: 'error',
    PALAVER_SMTP_URL: sinks.smtp,
    PALAVER_MAIL_BUFFER_SECONDS: '1',
    PALAVER_PUSH_CONTACT: 'mailto:ops@example.org',
    PALAVER_PRIVATE_ADDRESSES: '1',
    SINKS: JSON.stringify(sinks),
  })
  const drained = await answerOf<Drained>(child)
  child.disconnect()
  return drained
}

const program = (file: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [...process.execArgv, file], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A program of the benchmark ended with ${code}.`)
  })
  failed.catch(() => {})
  const [answer] = await Promise.race([once(child, 'message'), failed])
  return answer as T
}
