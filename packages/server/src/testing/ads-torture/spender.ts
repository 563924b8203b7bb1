import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { spawnSource } from '../../../../store/src/testing/torture/writing-child.ts'
import type { ChildSettings } from './child.ts'

/** A process that spends until it is killed. What it says is put into `acknowledged`. */
export class Spender {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #gone: Promise<unknown>
  #errors = ''
  #acts = 0
  #hasEnded = false
  #hear: () => void = () => {}

  constructor(settings: ChildSettings, acknowledged: Set<string>) {
    this.#child = spawnSource(new URL('child.ts', import.meta.url), [JSON.stringify(settings)])
    this.#child.stdin.on('error', () => {})
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    createInterface({ input: this.#child.stdout }).on('line', (nonce) => {
      if (nonce !== '') acknowledged.add(nonce)
      this.#acts++
      this.#hear()
    })
    this.#gone = once(this.#child, 'close').then(() => {
      this.#hasEnded = true
      this.#hear()
    })
  }

  /** Once it has tried so much. */
  async until(acts: number): Promise<void> {
    while (this.#acts < acts && !this.#hasEnded) await new Promise<void>((heard) => (this.#hear = heard))
    this.#refuseEnded()
  }

  async kill(): Promise<void> {
    if (this.#hasEnded) return this.#refuseEnded()
    this.#child.kill('SIGKILL')
    await this.#gone
  }

  #refuseEnded(): void {
    if (this.#hasEnded && this.#child.signalCode !== 'SIGKILL')
      throw new Error(`A process ended by itself: ${this.#errors}`)
  }
}
