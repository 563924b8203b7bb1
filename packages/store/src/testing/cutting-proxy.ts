import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A line to a server that can be cut: at once, or just before an answer comes back. */
export class CuttingProxy {
  readonly #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  #port = 0
  /** While set, who sends a message with this text never hears the answer. */
  cutsAnswerTo: string | null = null

  constructor(target: { host: string; port: number }) {
    this.#target = target
  }

  get port(): number {
    return this.#port
  }

  /** Opens the line, on the same port as before. */
  async open(): Promise<void> {
    this.#server = createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
  }

  async cut(): Promise<void> {
    const server = this.#server
    if (server === null) return
    this.#server = null
    const closed = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(client: Socket): void {
    const server = connect(this.#target)
    let doomed = false
    client.on('data', (data) => {
      doomed ||= this.cutsAnswerTo !== null && data.includes(this.cutsAnswerTo)
      server.write(data)
    })
    server.on('data', (data) => (doomed ? client.destroy() : client.write(data)))
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
