import type { Line } from '../api/line.ts'
import type { Company, Whose } from './company.ts'
import { type Batch, type Frame, frameBytes, HEARTBEAT } from './frame.ts'

/** Why a stream ended; a client may come again after those that pass. */
export type EndReason =
  | 'restart'
  | 'token-expired'
  | 'unauthenticated'
  | 'banned'
  | 'erased'
  | 'no-access'
  | 'host-unavailable'
  | 'too-many-streams'

export type Listener = {
  line: Line
  /** Who listens; null for anybody. */
  viewer: Whose | null
  /** Says why it may not go on; null where it may. */
  check: () => Promise<EndReason | null>
}

/** What a client has not taken yet, in bytes: who is further behind comes again, from where it was. */
const MOST_WAITING = 256 * 1024
/** And what is published while it is sent what it missed. */
const MOST_BATCHES = 1000

/** One client. */
export class Stream {
  readonly listener: Listener
  /** All up to here was sent. */
  position = 0
  isOver = false
  readonly #company: Company
  /** What is published while it catches up; null once it has. */
  #waiting: Batch[] | null = []

  constructor(listener: Listener, company: Company) {
    this.listener = listener
    this.#company = company
    listener.line.onClose(() => {
      this.isOver = true
    })
  }

  take(batch: Batch): void {
    if (this.#waiting === null) this.#deliver(batch)
    else if (this.#waiting.push(batch) > MOST_BATCHES) this.#drop()
  }

  /** From now on it is sent what is published, and first what was published meanwhile. */
  follow(): void {
    const waiting = this.isOver ? [] : (this.#waiting ?? [])
    this.#waiting = null
    for (const batch of waiting) this.#deliver(batch)
  }

  send(bytes: Uint8Array): void {
    if (this.isOver) return
    const { line } = this.listener
    if (line.waiting() > MOST_WAITING) {
      this.#drop()
      return
    }
    line.write(bytes)
  }

  /** A sign of life; who has yet to take what was sent needs none. */
  beat(): void {
    if (this.listener.line.waiting() === 0) this.send(HEARTBEAT)
  }

  #drop(): void {
    this.#close(frameBytes({ id: null, event: 'dropped', data: {} }))
  }

  /** What a client that comes late has missed: as fast as it reads. */
  async sendPatiently(batch: Batch): Promise<void> {
    this.#deliver(batch)
    if (!this.isOver) await this.listener.line.taken()
  }

  end(reason: EndReason): void {
    this.#close(frameBytes({ id: null, event: 'end', data: { reason } }))
  }

  #close(last: Uint8Array): void {
    if (this.isOver) return
    this.isOver = true
    this.listener.line.end(last)
  }

  #deliver(batch: Batch): void {
    const { viewer } = this.listener
    const hidden = viewer === null || batch.authors.length === 0 ? [] : this.#company.hidden(viewer, batch.authors)
    if (hidden.length === 0 && batch.first > this.position) this.send(batch.bytes)
    else this.#pick(batch.frames, new Set(hidden))
    this.position = Math.max(this.position, batch.frames.at(-1)?.seq ?? 0)
  }

  #pick(frames: readonly Frame[], hidden: ReadonlySet<string>): void {
    const left = frames.filter(({ seq }) => seq > this.position)
    const bytes = left.map((frame) =>
      frame.hidden !== undefined && hidden.has(frame.hidden.author) ? frame.hidden.bytes : frame.bytes,
    )
    if (bytes.length > 0) this.send(Buffer.concat(bytes))
  }
}
