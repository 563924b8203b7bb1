import type { ServerResponse } from 'node:http'

export const isGone = (response: ServerResponse): boolean => response.destroyed && !response.writableEnded

/** Thrown where work ends because nobody waits for it. */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone away.')
  }
}

export function requireClient(response: ServerResponse): void {
  if (isGone(response)) throw new ClientGone()
}

/**
 * A signal that fires when the client goes away before it has its answer; made only if somebody asks for it. The
 * request itself ends as soon as its body was read, so only the response tells.
 */
export function goneSignal(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller !== undefined) return controller.signal
    const made = new AbortController()
    controller = made
    const look = (): void => {
      if (isGone(response)) made.abort(new ClientGone())
    }
    if (response.destroyed) look()
    else response.once('close', look)
    return made.signal
  }
}
