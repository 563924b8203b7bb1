import { isDeepStrictEqual } from 'node:util'
import type { EventLogApi, LoggedEvent } from '@palaver/store'
import type { Wrong } from './step.ts'

export type CountingNeeds = {
  log: Pick<EventLogApi, 'settle' | 'lastSeq' | 'read' | 'partitionOf'>
  /** Resolves when all that is in the log was followed. */
  caughtUp: () => Promise<void>
}

/** `N`: the numbers of somebody or something. */
export type Counting<N> = {
  kind: string
  /** `seq`: the last event that is in them. */
  stored: (id: string) => Promise<(N & { seq: number }) | null>
  count: (id: string) => Promise<N>
  /** Unless something was counted since `seen`. */
  write: (id: string, set: N & { seq: number }, seen: number) => Promise<unknown>
  /** Whose numbers an event changes. */
  concerns: (event: LoggedEvent) => string[]
  /** The same, however they are written. */
  plain: (numbers: N) => unknown
  none: N
}

const MOST_ATTEMPTS = 5
const BATCH = 500

/**
 * Compares numbers with what there is to count. They are those of a place in the log up to which all was followed: what
 * happens to somebody behind it while they are counted has them counted again, so what is found is exact.
 */
export async function countAnew<N>(
  needs: CountingNeeds,
  counting: Counting<N>,
  { org, ids }: { org: string; ids: readonly string[] },
): Promise<Wrong[]> {
  const { log } = needs
  const partition = log.partitionOf(org)
  const wrong: Wrong[] = []
  let left = ids
  for (let attempt = 0; attempt < MOST_ATTEMPTS && left.length > 0; attempt++) {
    await log.settle()
    const position = await log.lastSeq(partition)
    await needs.caughtUp()
    const found: Found<N>[] = []
    for (const id of left)
      found.push({ id, position, stored: await counting.stored(id), counted: await counting.count(id) })
    const touched = await touchedSince(needs, { partition, position, concerns: counting.concerns })
    wrong.push(...found.filter(({ id }) => !touched.has(id)).flatMap((one) => wrongIn(counting, one)))
    left = left.filter((id) => touched.has(id))
  }
  return wrong
}

type Found<N> = { id: string; position: number; stored: (N & { seq: number }) | null; counted: N }

/** What comes behind the place in the log is added as ever. */
function wrongIn<N>(counting: Counting<N>, { id, position, stored, counted }: Found<N>): Wrong[] {
  const { kind, plain, none } = counting
  const [is, was] = [plain(counted), plain(stored ?? none)]
  if (isDeepStrictEqual(is, was)) return []
  const says = `it has ${JSON.stringify(was)}, and there are ${JSON.stringify(is)}`
  const seen = stored?.seq ?? 0
  const mend = () => counting.write(id, { ...counted, seq: Math.max(position, seen) }, seen)
  return [{ kind, document: id, says, mend }]
}

type Since = { partition: number; position: number; concerns: (event: LoggedEvent) => string[] }

async function touchedSince({ log }: CountingNeeds, { partition, position, concerns }: Since): Promise<Set<string>> {
  const touched = new Set<string>()
  await log.settle()
  for (let after = position, isMore = true; isMore;) {
    const events = await log.read({ partition, after, limit: BATCH })
    for (const id of events.flatMap(concerns)) touched.add(id)
    after = events.at(-1)?.seq ?? after
    isMore = events.length === BATCH
  }
  return touched
}
