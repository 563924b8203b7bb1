import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http'
import { onTestFinished } from 'vitest'

export type Told = { id: string | null; event: string; data: ReturnType<typeof JSON.parse> }

type Asking = { token?: string | null; since?: string | null; headers?: Record<string, string> }

/** A client that reads a stream as a browser does. */
export class SseClient {
  readonly frames: Told[] = []
  /** Lines that are no part of a frame. */
  readonly comments: string[] = []
  lastId: string | null
  retry = 0
  isClosed = false
  response: IncomingMessage | null = null
  readonly #request: ClientRequest
  #text = ''
  #changed = Promise.withResolvers<void>()

  constructor(url: string, { token = null, since = null, headers = {} }: Asking = {}) {
    this.lastId = since
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const last = since === null ? {} : { 'last-event-id': since }
    this.#request = ask(url, { agent: false, headers: { ...authorization, ...last, ...headers } })
    this.#request.on('response', (response) => this.#read(response)).on('error', () => this.#closed())
    this.#request.end()
    onTestFinished(() => this.close())
  }

  async answered(): Promise<IncomingMessage> {
    if (this.response === null) await once(this.#request, 'response')
    return this.response as IncomingMessage
  }

  /** Resolves when it has come to hold. */
  async until(holds: (client: this) => boolean): Promise<this> {
    while (!holds(this)) await this.#changed.promise
    return this
  }

  async has(event: string): Promise<this> {
    return this.until(({ frames }) => frames.some((frame) => frame.event === event))
  }

  of(event: string): Told['data'][] {
    return this.frames.flatMap((frame) => (frame.event === event ? [frame.data] : []))
  }

  /** The network is gone, for this client. */
  close(): void {
    this.#request.destroy()
  }

  #read(response: IncomingMessage): void {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#take(text)).on('close', () => this.#closed())
    response.on('error', () => this.#closed())
    this.#tell()
  }

  #take(text: string): void {
    const parts = (this.#text + text).split('\n\n')
    this.#text = parts.pop() ?? ''
    for (const part of parts) this.#frame(part.split('\n'))
    this.#tell()
  }

  #frame(lines: readonly string[]): void {
    const field = (name: string): string | null =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
    this.comments.push(...lines.filter((line) => line.startsWith(':')))
    this.retry = Number(field('retry') ?? this.retry)
    const id = field('id')
    this.lastId = id ?? this.lastId
    const event = field('event')
    if (event !== null) this.frames.push({ id, event, data: JSON.parse(field('data') ?? 'null') })
  }

  #closed(): void {
    this.isClosed = true
    this.#tell()
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
