import type { TextDecoder } from 'node:util'
import { Parser } from 'htmlparser2'
import { decoderOf, SNIFFED_BYTES } from './charset.ts'
import { lineOf } from './text.ts'

/** What a page says in its head; the address of its picture as it stands there. */
export type HeadSaid = Record<'title' | 'description' | 'site' | 'image' | 'lang', string | null>

const TITLE = 200
const DESCRIPTION = 500
const SITE = 100
const LONGEST_VALUE = 4000
/** Enough to know the charset by. The parser takes long for a page in very small pieces. */
const LEAST_BYTES = SNIFFED_BYTES
/** A head is flat. The parser looks through all that is open at each tag, so this also bounds its work. */
const DEEPEST = 64

/** Each the best first. What a page says of its own address is not among them. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const
const WANTED: ReadonlySet<string> = new Set(Object.values(NAMES).flat())

/** Reads a page as it comes in, up to the end of its head. */
export class HeadReader {
  readonly #contentType: string
  readonly #metas = new Map<string, string>()
  readonly #parser: Parser
  #waiting: Buffer[] = []
  #size = 0
  #decoder: TextDecoder | null = null
  #depth = 0
  #drawings = 0
  #title: string | null = null
  #isInTitle = false
  #lang = ''
  #isOver = false

  constructor(contentType: string) {
    this.#contentType = contentType
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#opened(name, attributes),
      ontext: (text) => this.#heard(text),
      onclosetag: (name) => this.#closed(name),
    })
  }

  /** True where nothing more is needed. */
  write(bytes: Buffer): boolean {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size >= LEAST_BYTES) this.#parse()
    return this.#isOver
  }

  end(): HeadSaid {
    this.#parse({ stream: false })
    if (!this.#isOver) this.#parser.end()
    const first = (names: readonly string[]) => names.map((name) => this.#metas.get(name)).find(Boolean)
    const lang = this.#lang.trim()
    return {
      title: lineOf(first(NAMES.title) ?? this.#title ?? '', TITLE),
      description: lineOf(first(NAMES.description), DESCRIPTION),
      site: lineOf(first(NAMES.site), SITE),
      image: first(NAMES.image)?.trim() ?? null,
      lang: /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i.test(lang) ? lang : null,
    }
  }

  #parse({ stream } = { stream: true }): void {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#size = 0
    this.#decoder ??= decoderOf(bytes, this.#contentType)
    const text = this.#decoder.decode(bytes, { stream })
    if (!this.#isOver) this.#parser.write(text)
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isOver) return
    this.#depth += 1
    if (name === 'body' || this.#depth > DEEPEST) return this.#finish()
    if (name === 'svg') this.#drawings += 1
    if (name === 'html') this.#lang ||= attributes['lang'] ?? ''
    if (name === 'meta') this.#noted(attributes)
    // The first counts, and titles of drawings are not those of the page.
    this.#isInTitle = name === 'title' && this.#title === null && this.#drawings === 0
    if (this.#isInTitle) this.#title = ''
  }

  #heard(text: string): void {
    if (this.#isInTitle && this.#title !== null && this.#title.length < LONGEST_VALUE) this.#title += text
  }

  #closed(name: string): void {
    if (this.#isOver) return
    this.#depth -= 1
    if (name === 'title') this.#isInTitle = false
    if (name === 'svg') this.#drawings -= 1
    if (name === 'head') this.#finish()
  }

  /** The first of a name that says something counts. */
  #noted({ property, name, content = '' }: Readonly<Record<string, string>>): void {
    for (const key of [property, name]) {
      const known = key?.trim().toLowerCase() ?? ''
      if (!WANTED.has(known) || this.#metas.has(known) || content.trim() === '') continue
      this.#metas.set(known, content.slice(0, LONGEST_VALUE))
    }
  }

  #finish(): void {
    this.#isOver = true
    this.#parser.pause()
  }
}
