import type { ServerResponse } from 'node:http'
import type { Line } from '../api/line.ts'

/** Nobody on the way may keep, gather or compress it: each frame is to arrive when it is written. */
const HEAD = ['content-type', 'text/event-stream; charset=utf-8', 'cache-control', 'no-store, no-transform']
const UNBUFFERED = ['x-accel-buffering', 'no']

type Opening = { head: readonly string[]; live: (line: Line) => void }

/** The connections on which frames are sent, so that they can be ended when the service stops. */
export class LiveLines {
  readonly #stops = new Set<() => void>()
  #isStopping = false

  open(response: ServerResponse, { head, live }: Opening): void {
    // The answer ends with its connection: what is written to a thousand clients is the same bytes for each.
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, [...head, ...HEAD, ...UNBUFFERED, 'connection', 'close'])
    if (response.req.method === 'HEAD') {
      response.end()
      return
    }
    response.socket?.setNoDelay?.(true)
    response.socket?.setKeepAlive?.(true, KEEP_ALIVE_MS)
    const stops = new Set<() => void>()
    const stop = (): void => stops.forEach((listener) => listener())
    this.#stops.add(stop)
    response.once('close', () => this.#stops.delete(stop))
    live(lineOf(response, stops))
    if (this.#isStopping) stop()
  }

  get size(): number {
    return this.#stops.size
  }

  stop(): void {
    this.#isStopping = true
    for (const stop of this.#stops) stop()
  }
}

const KEEP_ALIVE_MS = 30_000

function lineOf(response: ServerResponse, stops: Set<() => void>): Line {
  // A write to a connection that is gone is noticed when it closes.
  response.on('error', () => response.destroy())
  return {
    waiting: () => response.writableLength,
    write: (bytes) => void response.write(bytes),
    taken: () =>
      new Promise((resolve) => {
        if (!response.writableNeedDrain) {
          resolve()
          return
        }
        const done = (): void => {
          response.off('drain', done).off('close', done)
          resolve()
        }
        response.on('drain', done).on('close', done)
      }),
    end: (bytes) => finish(response, bytes),
    onClose: (listener) => void response.once('close', listener),
    onStop: (listener) => void stops.add(listener),
  }
}

/** Not as an answer ends: the framework would take the life of the stream for the time that the answer took. */
function finish(response: ServerResponse, bytes: Uint8Array): void {
  const { socket } = response
  const isRead = response.writableLength === 0
  response.write(bytes)
  if (socket === null || !isRead) response.destroy()
  else if (typeof socket.destroySoon === 'function') socket.destroySoon()
  else response.end()
}
