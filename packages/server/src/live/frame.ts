/** What clients are sent, as bytes that are made once for all of them. */
export type Frame = {
  /** Its place in the log. */
  seq: number
  bytes: Buffer
  /** What is sent instead to those from whom this author is hidden: the place, and not a word. */
  hidden?: { author: string; bytes: Buffer }
}

/** Frames that are published together, in order. */
export type Batch = {
  frames: readonly Frame[]
  bytes: Buffer
  first: number
  /** Those who may be hidden from somebody. */
  authors: readonly string[]
}

/** `id` is null where a client that has this frame goes on behind an earlier one. */
type Told = { id: string | null; event: string; data: unknown }

export const frameBytes = ({ id, event, data }: Told): Buffer =>
  Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** A comment, as the format calls it: clients pass over it. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** How long a client waits before it comes again: never the same for all, so that they do not come at once. */
export const retryBytes = (random: number): Buffer => Buffer.from(`retry: ${Math.round(1000 + random * 4000)}\n\n`)

export const batchOf = (frames: readonly Frame[]): Batch => ({
  frames,
  bytes: Buffer.concat(frames.map(({ bytes }) => bytes)),
  first: frames[0]?.seq ?? 0,
  authors: [...new Set(frames.flatMap(({ hidden }) => hidden?.author ?? []))],
})
