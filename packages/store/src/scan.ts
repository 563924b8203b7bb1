import type { CollectionSpec } from './collection.ts'
import type { Engine, Stored } from './engine.ts'

/** Streams a collection in order of id, a bounded batch at a time; nothing is held open in between. */
export async function* scanDocuments(
  engine: Engine,
  spec: CollectionSpec,
  { after, batch }: { after: string | null; batch: number },
): AsyncIterable<Stored> {
  let position = after
  for (;;) {
    const stored = await engine.batch(spec, position, batch)
    yield* stored
    position = stored.at(-1)?.doc._id ?? null
    if (stored.length < batch || position === null) return
  }
}
