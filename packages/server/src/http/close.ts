import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { LiveLines } from './live-lines.ts'

/** Long enough for what clients have sent already to arrive, and be answered. */
const DRAIN_MS = 300

/**
 * Node closes idle connections the moment it stops, under requests that are on their way on them, and takes those on
 * which nothing ever came for busy. So first, for a moment, each answer asks for its connection to be closed.
 */
export function drainBeforeClosing(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('preClose', async () => {
    if (connections.size === 0) return
    app.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // What connects from now on is about to ask something.
    const before = [...connections]
    for (const socket of before) endAfterAnswer(socket)
    await pause(DRAIN_MS)
    for (const socket of before) if (socket.bytesRead === 0) socket.destroy()
  })
}

/** Node says nowhere else what is being answered; to keep note of it would cost every request something. */
function endAfterAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): void {
  const response = socket._httpMessage ?? null
  if (response === null) return
  response.shouldKeepAlive = false
  // Where the head is on its way already, it has promised that the connection stays.
  if (response.headersSent) response.once('finish', () => socket.end())
}

/** What would go on for ever is not waited for. */
export function endLinesBeforeClosing(app: FastifyInstance, lines: LiveLines): void {
  app.addHook('preClose', async () => lines.stop())
}

/** Accepts no more, finishes the requests under way, and cuts off those that take longer than this. */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
