import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, firstLine, letGo } from '../../../../store/src/testing/processes.ts'
import { natsBinary } from './binary.ts'

export type TestNats = { url: string; program: string | null; stop(): Promise<void> }

const MISSING = 'no NATS for the tests: set PALAVER_TEST_NATS_URL, or put nats-server on the PATH, or install Go'

/** A NATS server with JetStream for the tests: the one that is given, or one of our own. */
export async function startNats(): Promise<TestNats | { missing: string }> {
  const given = process.env['PALAVER_TEST_NATS_URL']
  if (given !== undefined && given !== '')
    return { url: given, program: await natsBinary().catch(() => null), stop: async () => {} }
  try {
    const program = await natsBinary()
    if (program === null) return { missing: MISSING }
    const server = await PrivateNats.start(program)
    return { url: server.url, program, stop: () => server.remove() }
  } catch (error) {
    const [reason] = String(error).split('\n')
    return { missing: `${MISSING}; what is here could not build or start it: ${reason}` }
  }
}

type Place = { program: string; folder: string; port: number }

/** A server of one test: it can be killed, emptied, and started again on the same port. */
export class PrivateNats {
  readonly #program: string
  #folder: string
  #port: number
  #child: ChildProcess | null

  private constructor({ program, folder, port }: Place, child: ChildProcess) {
    this.#program = program
    this.#folder = folder
    this.#port = port
    this.#child = child
  }

  static async start(program: string): Promise<PrivateNats> {
    const folder = await newFolder()
    const { child, port } = await run({ program, folder, port: -1 })
    return new PrivateNats({ program, folder, port }, child)
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`
  }

  async kill(): Promise<void> {
    if (this.#child !== null) await end(this.#child, 'SIGKILL')
    this.#child = null
  }

  /** It keeps its connections and answers nobody. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async restart(): Promise<void> {
    await this.kill()
    const { child } = await run({ program: this.#program, folder: this.#folder, port: this.#port })
    this.#child = child
  }

  /** All that it held is gone when it starts again. */
  async empty(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
    this.#folder = await newFolder()
  }

  async remove(): Promise<void> {
    this.resume()
    if (this.#child !== null) await end(this.#child)
    this.#child = null
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'palaver-nats-'))

/** A port of -1 is one from the kernel. */
async function run({ program, folder, port }: Place): Promise<{ child: ChildProcess; port: number }> {
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [, bound] = await firstLine(child, /Listening for client connections on 127\.0\.0\.1:(\d+)/, child.stderr)
  letGo(child)
  return { child, port: Number(bound) }
}
