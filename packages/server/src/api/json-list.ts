import { randomUUID } from 'node:crypto'

/** Stands for a list while the rest is written; drawn anew by each process, so no text from outside has it. */
const MARK = `list ${randomUUID()}`
const QUOTED = JSON.stringify(MARK)

/** The lists met by `jsonOf`, while it writes. */
let met: JsonList<unknown>[] | null = null

/** A list whose items are JSON already: what nobody looks into need not be read to be written again. */
export class JsonList<T> {
  readonly #items: readonly string[]

  constructor(items: readonly string[]) {
    this.#items = items
  }

  get length(): number {
    return this.#items.length
  }

  get json(): string {
    return `[${this.#items.join()}]`
  }

  /** Whoever writes it in the usual way gets the same, only later. */
  toJSON(): T[] | string {
    if (met === null) return JSON.parse(this.json) as T[]
    met.push(this)
    return MARK
  }
}

/** The same as `JSON.stringify`; lists that are JSON already are put in as they are. */
export function jsonOf(value: unknown): string {
  const lists: JsonList<unknown>[] = []
  met = lists
  try {
    const parts = JSON.stringify(value).split(QUOTED)
    return parts.map((part, at) => part + (lists[at]?.json ?? '')).join('')
  } finally {
    met = null
  }
}
