import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Journal, Line } from './journal.ts'
import type { Operation } from './operation.ts'

export type ChildSettings = {
  file: string
  /** Which of the processes that write to this database, one after the other or at once. */
  incarnation: number
  /** Names the documents that all its writers fight for; processes may share them. */
  hot?: string
  seed: number
  writers: number
  /** Operations of earlier processes, to be done under the same names. */
  again: readonly Operation[]
}

const NODE_OPTIONS = ['--conditions=source', '--experimental-strip-types', '--no-warnings']

/** Runs a TypeScript file in a process of its own, which Ctrl-C does not reach. `launcher` is put before the command. */
export function spawnSource(
  url: URL,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const [command = process.execPath, ...rest] = [
    ...launcher,
    process.execPath,
    ...NODE_OPTIONS,
    fileURLToPath(url),
    ...args,
  ]
  return spawn(command, rest, { stdio: 'pipe', detached: true })
}

/** A process that writes to a database until it is killed, and what it said. */
export class WritingChild {
  readonly journal: Journal
  readonly #process: ChildProcessWithoutNullStreams
  readonly #heard = new EventEmitter()
  readonly #gone: Promise<unknown>
  #unfinished = ''
  #errors = ''
  #ended = false

  constructor(settings: ChildSettings, { journal, launcher = [] }: { journal: Journal; launcher?: readonly string[] }) {
    this.journal = journal
    this.#process = spawnSource(new URL('child.ts', import.meta.url), [], launcher)
    this.#process.stdin.on('error', () => {})
    this.#process.stdin.write(`${JSON.stringify(settings)}\n`)
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    this.#process.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#hear(chunk))
    this.#gone = once(this.#process, 'close').then(() => {
      this.#ended = true
      this.#heard.emit('heard')
    })
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Resolves once the journal shows it; rejects when the process ends before. */
  async until(shown: (journal: Journal) => boolean): Promise<void> {
    while (!shown(this.journal)) {
      if (this.#ended) throw new Error(`The writing process ended by itself. ${this.#errors}`)
      await once(this.#heard, 'heard')
    }
  }

  /** Ends it in the middle of whatever it does, and resolves when all that it said has been heard. */
  async kill(): Promise<void> {
    const killed = this.#process.exitCode === null
    this.#process.kill('SIGKILL')
    await this.#gone
    if (!killed || this.#errors !== '') throw new Error(`The writing process ended by itself. ${this.#errors}`)
  }

  /** The last line of a killed process may be cut off: then nobody was told. */
  #hear(chunk: string): void {
    const lines = (this.#unfinished + chunk).split('\n')
    this.#unfinished = lines.pop() ?? ''
    for (const line of lines) this.journal.note(JSON.parse(line) as Line)
    this.#heard.emit('heard')
  }
}
