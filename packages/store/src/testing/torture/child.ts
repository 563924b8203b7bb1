import { writeSync } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Unavailable } from '../../errors.ts'
import { openSqlite } from '../../sqlite/engine.ts'
import { createStore, type Store } from '../../store.ts'
import { randomNumbers } from '../protocol/random.ts'
import { Writer } from './choose.ts'
import { collectionsOf } from './collections.ts'
import type { Line } from './journal.ts'
import type { Operation } from './operation.ts'
import { perform } from './perform.ts'
import type { ChildSettings } from './writing-child.ts'

const PAUSE_AFTER_FAILURE_MS = 20

const orders = createInterface({ input: process.stdin })
const [first] = (await once(orders, 'line')) as [string]
// Whoever started this process has ended: nobody reads what it says.
orders.once('close', () => process.exit())
await writeOnAndOn(JSON.parse(first) as ChildSettings)

async function writeOnAndOn({
  file,
  incarnation,
  hot = String(incarnation),
  seed,
  writers,
  again,
}: ChildSettings): Promise<void> {
  const store = createStore(await openSqlite({ file, collections: collectionsOf(incarnation) }))
  for (const operation of again) say({ says: 'begin', operation, again: true })
  await Promise.all(again.map((operation) => attempt(store, operation)))
  const random = randomNumbers(seed)
  const named = (writer: number): Writer => new Writer({ name: `${incarnation}.${writer}`, hot, random })
  const all = Array.from({ length: writers }, (_, writer) => named(writer))
  await Promise.all(all.map((writer) => write(store, writer)))
}

async function write(store: Store, writer: Writer): Promise<never> {
  for (;;) {
    const operation = writer.next()
    say({ says: 'begin', operation, again: false })
    const done = await attempt(store, operation)
    if (done) writer.keep(operation)
  }
}

async function attempt(store: Store, operation: Operation): Promise<boolean> {
  const { op } = operation
  try {
    const done = await perform(store, operation)
    say({ says: done ? 'done' : 'refused', op })
    return done
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    say({ says: 'failed', op, outcome: error.outcome, message: error.message })
    await wait(PAUSE_AFTER_FAILURE_MS)
    return false
  }
}

/** One synchronous write: what was said is in the pipe, whatever happens to this process next. */
function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
