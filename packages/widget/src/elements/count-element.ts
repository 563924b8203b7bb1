import { base } from './base.ts'
import { countSoon } from './counting.ts'
import { localeOf, resourceOf } from './options.ts'
import { reflect } from './reflect.ts'

const ATTRIBUTES = ['resource', 'org', 'locale'] as const

/** `<palaver-count>`: how many comments something has. All counters of a page are asked for together. */
export class CountElement extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES
  #asked = 0

  connectedCallback(): void {
    this.#count()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#count()
  }

  #count(): void {
    const org = this.getAttribute('org') ?? 'main'
    const { type, id } = resourceOf(this.getAttribute('resource'))
    const asked = ++this.#asked
    countSoon({ base, org, type, id }, (count) => {
      if (asked === this.#asked) this.#show(count)
    })
  }

  #show(count: number): void {
    const locale = localeOf(this)
    this.textContent = new Intl.NumberFormat(locale).format(count)
    this.dispatchEvent(new CustomEvent('palaver:count', { detail: { count }, bubbles: true, composed: true }))
  }
}

reflect(CountElement, ATTRIBUTES)
