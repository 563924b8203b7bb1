import { pageAround } from '../thread/page-around.ts'
import { base } from './base.ts'
import { optionsOf } from './options.ts'
import { reflect } from './reflect.ts'

const ATTRIBUTES = ['resource', 'org', 'theme', 'locale', 'order', 'view', 'token'] as const
const SMALLEST = 150
/** Whatever else is asked for, as with a thread, is as if nothing was. */
const THEMES = ['light', 'dark']

/** `<palaver-frame>`: the same as a thread, apart from the page in a frame of the service, as high as what is in it. */
export class FrameElement extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES
  #frame: HTMLIFrameElement | null = null
  #token: string | null = null

  connectedCallback(): void {
    addEventListener('message', this.#hear)
    this.#draw()
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear)
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || this.#frame === null) return
    if (name === 'token') this.setToken(after || null)
    else this.#draw()
  }

  setToken(token: string | null): void {
    this.#token = token
    this.#tell({ type: 'palaver:token', token })
  }

  #tell(message: object): void {
    this.#frame?.contentWindow?.postMessage(message, new URL(base).origin)
  }

  #draw(): void {
    const { org, resource, order, view, locale } = optionsOf(this, base)
    const theme = THEMES.find((one) => one === this.getAttribute('theme')) ?? 'auto'
    const asked = { org, ...resource, sort: order, theme, locale, ...(view === null ? {} : { view }) }
    this.#frame ??= this.#made()
    // A link to a comment leads to it there, too.
    const hash = location.hash.startsWith('#comment-') ? location.hash : ''
    this.#frame.src = `${base}/embed/frame?${new URLSearchParams(asked)}${hash}`
  }

  #made(): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    frame.title = this.getAttribute('title') ?? 'Comments'
    frame.style.cssText = `display: block; inline-size: 100%; block-size: ${SMALLEST}px; border: 0`
    this.append(frame)
    return frame
  }

  #introduce(): void {
    this.#tell({ type: 'palaver:page', ...pageAround() })
    const token = this.#token ?? this.getAttribute('token')
    if (token) this.setToken(token)
  }

  /** Only what comes from the own frame counts. */
  readonly #hear = ({ source, origin, data }: MessageEvent<Told | null>): void => {
    const frame = this.#frame
    if (frame === null || source !== frame.contentWindow || origin !== new URL(base).origin) return
    if (data?.type === 'palaver:height') grow(frame, data.height)
    if (data?.type === 'palaver:frame') this.#introduce()
    if (data?.type === 'palaver:login-required')
      this.dispatchEvent(new CustomEvent('palaver:login-required', { bubbles: true, composed: true }))
  }
}

/** What the page in the frame tells. */
type Told = { type: 'palaver:height'; height: unknown } | { type: 'palaver:frame' } | { type: 'palaver:login-required' }

function grow(frame: HTMLIFrameElement, height: unknown): void {
  if (Number.isFinite(height)) frame.style.blockSize = `${Math.max(SMALLEST, Number(height))}px`
}

reflect(FrameElement, ATTRIBUTES)
