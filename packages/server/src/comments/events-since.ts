import type { LoggedEvent } from '@palaver/store'
import type { Discussion } from './model.ts'
import type { Needs } from './needs.ts'

type Log = Pick<Needs, 'log'>
type Told = Pick<Discussion, '_id' | 'org'>

const BATCH = 500

/** Where the log ends now: what is told from here on comes behind it. */
export const endOfLog = ({ log }: Log, { org }: Pick<Told, 'org'>): Promise<number> => log.lastSeq(log.partitionOf(org))

/** What was told of a discussion behind a place in the log, with all that was written so far. */
export async function* eventsSince({ log }: Log, { _id, org }: Told, since: number): AsyncGenerator<LoggedEvent> {
  await log.settle()
  for (let after = since; ;) {
    const events = await log.read({ partition: log.partitionOf(org), subject: _id, after, limit: BATCH })
    yield* events
    const last = events.at(-1)
    if (last === undefined || events.length < BATCH) return
    after = last.seq
  }
}
