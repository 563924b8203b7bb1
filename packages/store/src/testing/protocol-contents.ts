import type { Engine, Stored } from '../engine.ts'
import type { LoggedEvent } from '../events/event.ts'

const ENOUGH = 1000

export type Contents = { documents: Record<string, Stored[]>; events: LoggedEvent[] }

/** Everything that a small test database holds, to check it or as a protocol's `fingerprint`. */
export async function contentsOf(engine: Engine): Promise<Contents> {
  const contents: Contents = { documents: {}, events: [] }
  for (const spec of engine.collections) contents.documents[spec.name] = await engine.batch(spec, null, ENOUGH)
  for (let partition = 0; partition < engine.partitions; partition++)
    contents.events.push(...(await engine.readEvents({ partition, after: 0, limit: ENOUGH })))
  return contents
}
