import type { Options } from '../options.ts'
import { nothingYet, type ThreadState } from './model.ts'

export type Token = string | null | undefined
export type TokenSource = Token | (() => Token | Promise<Token>)

/** What a thread knows, for all of its parts. A change is a new state; whoever listens is told once for many. */
export class Store {
  readonly options: Options
  /** Who speaks; where nothing is given, whoever has signed in through the service itself. */
  readonly token: TokenSource
  /** What it gave when it was first asked. */
  readonly asked: Promise<Token>
  /** Tells the page around of what happened. */
  readonly emit: (name: string, detail?: unknown) => void
  /** How high the pages of roots were when they were last drawn, by their cursors. */
  readonly heights = new Map<string | null, number>()
  #state: ThreadState
  readonly #listeners = new Set<() => void>()
  #isToTell = false

  constructor(options: Options, { token, asked, emit }: Pick<Store, 'token' | 'asked' | 'emit'>) {
    this.options = options
    this.emit = emit
    this.token = token
    this.asked = asked
    this.#state = nothingYet(options.order)
  }

  get state(): ThreadState {
    return this.#state
  }

  set(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change }
    if (this.#isToTell) return
    this.#isToTell = true
    queueMicrotask(() => {
      this.#isToTell = false
      for (const listener of this.#listeners) listener()
    })
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
