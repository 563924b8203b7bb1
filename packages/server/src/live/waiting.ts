import type { LoggedEvent } from '@palaver/store'
import { type Comments, isOfPost, type Resource } from '../comments/service.ts'
import type { Stream } from './stream.ts'

/** What a discussion will be about that nobody has begun. */
export type Unopened = { org: string; resource: Resource }

const keyOf = ({ org, resource: { type, id } }: Unopened): string => JSON.stringify([org, type, id])

/** One that was opened by what is held is begun, for others, when something is published. */
const BEGUN: ReadonlySet<string> = new Set(['opened', 'shown'])

type Join = (stream: Stream, discussion: { id: string; post: string | null }) => void

/** Streams of discussions that nobody has begun yet. */
export class Waiting {
  readonly #comments: Pick<Comments, 'head'>
  readonly #streams = new Map<string, Set<Stream>>()

  constructor(comments: Pick<Comments, 'head'>) {
    this.#comments = comments
  }

  /** Returns how to wait no more. */
  add(stream: Stream, awaited: Unopened): () => void {
    const key = keyOf(awaited)
    const streams = this.#streams.get(key) ?? new Set()
    this.#streams.set(key, streams.add(stream))
    const leave = (): void => {
      streams.delete(stream)
      if (streams.size === 0 && this.#streams.get(key) === streams) this.#streams.delete(key)
    }
    stream.listener.line.onClose(leave)
    return leave
  }

  /** Hands those over who wait for what these events begin, each with the id of its discussion. */
  async leave(events: readonly LoggedEvent[], join: Join): Promise<void> {
    if (this.#streams.size === 0) return
    const ids = events.flatMap(({ type, op, subject }) => (type === 'discussion' && BEGUN.has(op) ? [subject] : []))
    const heads = await Promise.all(ids.map((discussion) => this.#comments.head({ discussion })))
    // Nothing fails from here on: nobody is left behind.
    for (const head of heads) {
      if (head === null) continue
      const post = isOfPost(head) ? head.resource.id : null
      for (const stream of this.#streams.get(keyOf(head)) ?? []) join(stream, { id: head._id, post })
      this.#streams.delete(keyOf(head))
    }
  }
}
