import type { EventLogApi } from '@palaver/store'
import type { Sleep } from './again.ts'
import type { QueueControls } from './controls.ts'
import type { QueueControl } from './item-model.ts'

const SHORTEST_REST_MS = 1_000

type Needs = {
  controls: Pick<QueueControls, 'all'>
  log: Pick<EventLogApi, 'onAppend'>
  sleep: Sleep
  onChange: (controls: readonly QueueControl[]) => void
  onError: (error: unknown) => void
}

/** Looks at what was decided whenever something was told, for deciding is told too; at most once a second. */
export class ControlWatch {
  readonly #needs: Needs
  readonly #stopping = new AbortController()
  readonly #stopListening: () => void
  #told = Promise.withResolvers<void>()
  readonly #running: Promise<void>

  constructor(needs: Needs) {
    this.#needs = needs
    this.#stopListening = needs.log.onAppend(() => this.#told.resolve())
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopListening()
    this.#stopping.abort()
    this.#told.resolve()
    await this.#running
  }

  async #run(): Promise<void> {
    const { controls, sleep, onChange, onError } = this.#needs
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#told = Promise.withResolvers()
      try {
        onChange(await controls.all())
      } catch (error) {
        onError(error)
        this.#told.resolve()
      }
      await sleep(SHORTEST_REST_MS, signal).catch(() => {})
      if (!signal.aborted) await this.#told.promise
    }
  }
}
