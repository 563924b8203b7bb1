import type { Whose } from './company.ts'
import type { Batch } from './frame.ts'
import type { Stream } from './stream.ts'

/** What clients listen to together: each batch is made once, and its bytes are written to all of them. */
export class Topic {
  readonly #streams = new Set<Stream>()
  /** The post that is talked about here, where it is one: then it is asked each time who may still listen. */
  readonly post: string | null

  constructor(post: string | null = null) {
    this.post = post
  }

  get isDeserted(): boolean {
    return this.#streams.size === 0
  }

  add(stream: Stream): void {
    this.#streams.add(stream)
  }

  delete(stream: Stream): void {
    this.#streams.delete(stream)
  }

  [Symbol.iterator](): Iterator<Stream> {
    return this.#streams.values()
  }

  *viewers(): Generator<Whose> {
    for (const { listener } of this.#streams) if (listener.viewer !== null) yield listener.viewer
  }

  publish(batch: Batch): void {
    if (batch.frames.length === 0) return
    for (const stream of this.#streams) stream.take(batch)
  }
}
