import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { palaverCommand } from '../palaver-command.ts'

/** The service as a process of its own, on one folder; it can be killed and started again. */
export class Service {
  readonly #folder: string
  readonly #settings: Readonly<Record<string, string>>
  #child: ChildProcess | null = null
  #address: string | null = null

  constructor(folder: string, settings: Readonly<Record<string, string>> = {}) {
    this.#folder = folder
    this.#settings = settings
  }

  /** Null while it does not run. */
  address = (): string | null => this.#address

  /** Starts it; `true` when it runs, `false` when it was killed before that. */
  async start(): Promise<boolean> {
    const { command, env } = this.#command()
    const [node = '', ...args] = command
    const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    const ended = once(child, 'close').then(() => null)
    this.#address = await Promise.race([addressIn(child), ended])
    return this.#address !== null
  }

  /** Resolves when it has ended, with the signal that ended it. */
  async ended(): Promise<NodeJS.Signals | null> {
    const child = this.#child
    if (child === null) return null
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    this.#address = null
    return child.signalCode
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#address = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }

  #command(): ReturnType<typeof palaverCommand> {
    return palaverCommand(['start'], { PALAVER_PORT: '0', PALAVER_DATA: this.#folder, ...this.#settings })
  }
}

function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      const address = /http:\/\/[\w.:[\]]+/.exec(part)?.[0]
      if (address !== undefined) resolve(address)
    })
  })
}
