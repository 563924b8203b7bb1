import type { EventLogApi, EventQuery, LoggedEvent } from '@palaver/store'
import { PartitionSource } from './partition-source.ts'
import type { EventStream } from './stream.ts'

export type SourceNeeds = { stream: EventStream; log: Pick<EventLogApi, 'read' | 'lastSeq'> }

/** What a queue reads instead of the log: the same events in the same order, from the stream where it has them. */
export function sourceOf(queue: string, needs: SourceNeeds): (query: EventQuery) => Promise<LoggedEvent[]> {
  const partitions = new Map<number, PartitionSource>()
  return (query) => {
    // Who asks for one only looks whether there is any, and may not be the one to whom the messages are due.
    if (query.limit === 1 || query.subject !== undefined || query.id !== undefined) return needs.log.read(query)
    const { partition } = query
    const known = partitions.get(partition) ?? new PartitionSource(needs, { queue, partition })
    partitions.set(partition, known)
    return known.read(query)
  }
}
