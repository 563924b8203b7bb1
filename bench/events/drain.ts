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
const ROUNDS = 5

export type Sinks = { smtp: string; push: string; ca: string; keys: { p256dh: string; auth: string } }
/** How long all channels took, and how long SQLite alone takes for the rows that they wrote. */
export type Drained = { events: number; subjectMs: number; floorMs: number }

/** Events through all channels with three recipients each, beside raw SQLite that only writes the same rows. */
export async function drain(): Promise<Row> {
  const sinks = program(SINKS, {})
  const at = await answerOf<Sinks>(sinks)
  const all: Drained[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    say(`drain: round ${round} of ${ROUNDS}`)
    const drained = await inFolder((folder) => oneRound(folder, at))
    if (round > 0) all.push(drained)
  }
  sinks.disconnect()
  const ratio = median(all.map(({ floorMs, subjectMs }) => floorMs / subjectMs))
  const speed = (of: (one: Drained) => number): string => perSecond(all[0]?.events ?? 0, median(all.map(of)))
  return {
    name: 'drain',
    ratio,
    ...atLeast(0.3, ratio),
    subject: speed(({ subjectMs }) => subjectMs),
    floor: speed(({ floorMs }) => floorMs),
  }
}

async function oneRound(folder: string, sinks: Sinks): Promise<Drained> {
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, sinks.ca)
  const child = program(DRAINING, {
    NODE_EXTRA_CA_CERTS: ca,
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
