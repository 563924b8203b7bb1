import type { TokenSource } from '../thread/state/store.ts'
import { base, type Core, loadCore } from './base.ts'
import { localeOf } from './options.ts'
import { reflect } from './reflect.ts'

type Bell = { unmount: () => void }
export type BellMounting = { root: ShadowRoot; base: string; org: string; locale: string; token: TokenSource }

export type Mounter = (mounting: BellMounting) => Promise<Bell>

const ATTRIBUTES = ['org', 'locale', 'token', 'theme', 'service-worker'] as const

/** `<palaver-bell>`: what is unread, and the way to it. Others are there as it is: with nothing until more has loaded. */
export class BellElement extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES
  #token: TokenSource = undefined
  #mounted: Promise<Bell> | null = null

  connectedCallback(): void {
    addEventListener('palaver:token', this.#again)
    this.#begin()
  }

  disconnectedCallback(): void {
    removeEventListener('palaver:token', this.#again)
    this.#end()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'token') this.#token = undefined
    if (name === 'theme' || this.#mounted === null) return
    this.#end()
    this.#begin()
  }

  setToken(token: TokenSource): void {
    this.#token = token
    this.#end()
    if (this.isConnected) this.#begin()
  }

  /** Somebody has signed in through the service itself, in a thread of this page. */
  readonly #again = (): void => {
    this.#end()
    this.#begin()
  }

  #begin(): void {
    if (this.#mounted !== null) return
    const org = this.getAttribute('org') ?? 'main'
    const locale = localeOf(this)
    const token = this.#token === undefined ? this.getAttribute('token') || null : this.#token
    const mounted = loadCore()
      .then(({ fills }) => fills[this.localName as keyof Core['fills']]())
      .then(({ mount }) => mount({ root: rootOf(this), base, org, locale, token }))
    this.#mounted = mounted
    mounted.catch(() => {
      if (this.#mounted === mounted) this.unreached(this.#again)
    })
  }

  /** Nobody misses a bell that has not rung; it is tried again with the next token. */
  unreached(_again: () => void): void {}

  #end(): void {
    void this.#mounted?.then(
      (mounted) => mounted.unmount(),
      () => {},
    )
    this.#mounted = null
  }
}

reflect(BellElement, ATTRIBUTES)

/** What the page has put into an element is hidden by its root: there is none before there is something to put in it. */
export const rootOf = (host: HTMLElement): ShadowRoot => host.shadowRoot ?? host.attachShadow({ mode: 'open' })
