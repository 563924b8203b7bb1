import type { Collection } from '../collection-api.ts'
import type { Engine } from '../engine.ts'
import type { ConsumerState } from '../system.ts'
import { UnsupportedOperator } from '../errors.ts'
import { checkCount } from '../plan/query.ts'
import { stateId } from './consumer-port.ts'
import type { EventQuery, LoggedEvent, NewEvent } from './event.ts'
import { partitionOf } from './partition.ts'

export type Progress = { consumer: string; partition: number; position: number; last: number }

export type EventLogApi = {
  readonly partitions: number
  partitionOf(org: string): number
  read(query: EventQuery): Promise<LoggedEvent[]>
  lastSeq(partition: number): Promise<number>
  /** How far a consumer has come: all up to this number was handled. 0 for one that never ran. */
  positionOf(consumer: string, partition: number): Promise<number>
  /** How far each consumer has come, and where the log ends, in one partition or in each that it has begun. */
  progress(partition?: number): Promise<Progress[]>
  /** How many events each consumer has yet to handle, over all partitions. */
  behind(): Promise<ReadonlyMap<string, number>>
  /** Calls `wake` whenever events may have come; returns how to stop. */
  onAppend(wake: (partition: number) => void): () => void
  /** Resolves when everything written so far is in the log. */
  settle(): Promise<void>
  /**
   * Takes something out of an event that must not be kept, such as what a person wrote who is to be forgotten. What is
   * told of, where and when stays as it was; false where the event is not there any more.
   */
  redact(event: LoggedEvent, change: Pick<NewEvent, 'before' | 'after' | 'actor'>): Promise<boolean>
  /** Removes what is older than `keepMs`, never past a consumer's position; true when more is left. */
  trim(options: { keepMs: number; limit?: number }): Promise<boolean>
}

/** Consumers of one partition that `trim` asks at most; there is one for each kind of derived data. */
const MOST_CONSUMERS = 1_000

export function eventLogOn(
  engine: Engine,
  { states, now }: { states: Collection<ConsumerState>; now: () => number },
): EventLogApi {
  const progress: EventLogApi['progress'] = async (only) => {
    const all: Progress[] = []
    const asked = only === undefined ? Array.from({ length: engine.partitions }, (_, partition) => partition) : [only]
    for (const partition of asked) {
      const { docs } = await states.find({ where: { partition }, limit: MOST_CONSUMERS })
      const last = docs.length === 0 ? 0 : await engine.lastSeq(partition)
      all.push(...docs.map(({ name, position }) => ({ consumer: name, partition, position, last })))
    }
    return all
  }
  return {
    partitions: engine.partitions,
    partitionOf: (org) => partitionOf(org, engine.partitions),
    async read(query) {
      checkQuery(query, engine.partitions)
      return engine.readEvents(query)
    },
    lastSeq: (partition) => engine.lastSeq(partition),
    positionOf: async (consumer, partition) => (await states.get(stateId(consumer, partition)))?.position ?? 0,
    progress,
    async behind() {
      const all = new Map<string, number>()
      for (const { consumer, position, last } of await progress())
        all.set(consumer, (all.get(consumer) ?? 0) + Math.max(0, last - position))
      return all
    },
    onAppend: (wake) => engine.onAppend(harmless(wake)),
    settle: () => engine.settle(),
    redact: ({ before: _before, after: _after, actor: _actor, ...event }, change) =>
      engine.rewriteEvent({ ...event, ...change }),
    async trim({ keepMs, limit = 1_000 }) {
      checkCount('limit', limit, 1)
      const before = new Date(now() - keepMs).toISOString()
      let more = false
      for (let partition = 0; partition < engine.partitions; partition++) {
        const { docs } = await states.find({ where: { partition }, limit: MOST_CONSUMERS })
        const upTo = Math.min(Number.MAX_SAFE_INTEGER, ...docs.map(({ position }) => position))
        more = (await engine.trimEvents({ partition, before, upTo, limit })) === limit || more
      }
      return more
    },
  }
}

function checkQuery({ partition, subject, id, after, limit }: EventQuery, partitions: number): void {
  checkCount('limit', limit, 1)
  if (id !== undefined && (typeof id !== 'string' || subject !== undefined))
    throw new UnsupportedOperator('Events are read by their id, a string, or by a subject, not by both.')
  const whole = Number.isSafeInteger(after) && after >= 0
  const known = Number.isInteger(partition) && partition >= 0 && partition < partitions
  if (whole && known && (subject === undefined || typeof subject === 'string')) return
  throw new UnsupportedOperator(`Events are read by a partition below ${partitions}, behind a number from 0 on.`)
}

/** A write is done when its listeners hear of it: one that throws must not make it look otherwise. */
function harmless(wake: (partition: number) => void): (partition: number) => void {
  return (partition) => {
    try {
      wake(partition)
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}
