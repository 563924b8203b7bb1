import type { Mounted } from '../thread/mount.tsx'
import type { Opening } from '../thread/state/model.ts'
import type { Token, TokenSource } from '../thread/state/store.ts'
import { base, loadCore } from './base.ts'
import { firstOf } from './first.ts'
import { optionsOf } from './options.ts'
import { reflect } from './reflect.ts'
import { sayUnreached, takeBack } from './unreached.ts'

const ATTRIBUTES = ['resource', 'org', 'theme', 'locale', 'order', 'view', 'live', 'token', 'ads'] as const
/** It begins to load before it can be seen. */
const NEAR = '600px'

/** `<palaver-thread>`: the comments of what its attributes name. */
export class ThreadElement extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES
  #token: TokenSource = undefined
  #mounted: Promise<Mounted> | null = null
  #observer: IntersectionObserver | null = null
  #isStale = false
  /** What was there before leaves its place before anything else takes it. */
  #ended: Promise<void> = Promise.resolve()

  connectedCallback(): void {
    if (location.hash.startsWith('#comment-') || location.hash.startsWith('#palaver-')) return this.#begin()
    this.#observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) this.#begin()
      },
      { rootMargin: NEAR },
    )
    this.#observer.observe(this)
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect()
    this.#end()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    // What the page said last counts.
    if (name === 'token') this.#token = undefined
    if (name === 'theme' || this.#mounted === null || this.#isStale) return
    this.#isStale = true
    // Several attributes are often set one after another.
    queueMicrotask(() => {
      this.#isStale = false
      this.#end()
      if (this.isConnected) this.#begin()
    })
  }

  /** Who speaks from now on: a token, or a function that gets one whenever it is needed. */
  setToken(token: TokenSource): void {
    this.#token = token
    if (this.#mounted !== null) this.#again()
  }

  /** Reads the comments again. */
  refresh(): void {
    void this.#mounted?.then(
      (mounted) => mounted.refresh(),
      () => this.#again(),
    )
  }

  #begin(): void {
    this.#observer?.disconnect()
    if (this.#mounted !== null) return
    const options = optionsOf(this, base)
    const drawn = drawnIn(this)
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    takeBack(root)
    const token = this.#token === undefined ? options.token : this.#token
    const asked = askedFrom(token)
    // Where it cannot be had, comments are read as by nobody.
    asked.catch(() => {})
    const first = drawn === null ? firstOf(options, asked) : Promise.resolve(null)
    const emit = (name: string, detail?: unknown): void => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
    }
    const mounting = { root, options, token, asked, emit, first, drawn }
    const mounted = Promise.all([loadCore(), this.#ended]).then(([{ mount }]) => mount(mounting))
    this.#mounted = mounted
    mounted.catch(() => {
      if (this.#mounted !== mounted) return
      sayUnreached(root, () => this.#again())
      emit('palaver:error', { code: 'network', detail: 'the program did not come through' })
    })
  }

  #again(): void {
    this.#end()
    this.#begin()
  }

  #end(): void {
    if (this.#mounted !== null)
      this.#ended = this.#mounted.then(
        ({ unmount }) => unmount(),
        () => {},
      )
    this.#mounted = null
  }
}

reflect(ThreadElement, ATTRIBUTES)

/** Asked for at once, and not a second time by whoever needs it next. */
async function askedFrom(token: TokenSource): Promise<Token> {
  return typeof token === 'function' ? token() : token
}

/** What the server has put into the page is taken over, once. */
function drawnIn(element: HTMLElement): Opening | null {
  const data = element.shadowRoot?.querySelector('script[type="application/json"]') ?? null
  if (data === null) return null
  data.remove()
  return JSON.parse(data.textContent) as Opening
}
