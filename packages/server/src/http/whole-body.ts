import type { IncomingMessage } from 'node:http'

/** A body that is there and was not taken away: whoever reads the request after this finds all of it. */
export type WholeBody = { bytes: Buffer; putBack: () => void }

/**
 * Calls `then` once all of a body of that many bytes has come. Its end is not read: until then, what was read can be put
 * back. Who goes away before is not heard of again.
 */
export function whenWhole(request: IncomingMessage, length: number, then: (body: WholeBody) => void): void {
  const look = (): void => {
    if (request.readableLength < length) return
    const bytes = request.read(length) as Buffer | null
    if (bytes === null) return
    request.off('readable', look)
    then({ bytes, putBack: () => request.unshift(bytes) })
  }
  request.on('readable', look)
}
