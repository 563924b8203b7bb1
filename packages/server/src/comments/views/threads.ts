import { setImmediate } from 'node:timers/promises'
import type { AtHome } from '../home.ts'
import { behind } from '../keys.ts'
import type { Shown } from '../present.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { justBehind, type Listed, visible } from './list.ts'
import { type Page, type PageRequest, skipOf } from './page.ts'
import type { PlacedRoot, RootPlace, Roots } from './roots.ts'
import { inOrder } from './sources.ts'

/** A place in the list that goes root by root, each followed by its thread. */
type Place = RootPlace & { within: string }

const ROOTS_AT_ONCE = 20
const MOST_AT_ONCE = 500

/**
 * Threaded, with the roots in an order that is not the stored one: each root's thread is read by its own range.
 * `name` is the list's name in cursors.
 */
export async function pageOfThreads(
  home: AtHome,
  { name, roots }: { name: string; roots: Roots },
  request: PageRequest,
): Promise<Page> {
  const cursor = readCursor(request.cursor, name)
  const back = cursor?.back ?? false
  const start = cursor === null ? null : { key: cursor.root, score: cursor.score, within: cursor.key }
  const walk = new Walk(home, roots, { start, back, signal: request.signal?.() })
  const skip = skipOf(request)
  const all = await walk.take(skip + request.limit + 1)
  const taken = all.slice(skip, skip + request.limit)
  const at = (isBack: boolean, one: Placed | undefined): string | null =>
    one === undefined
      ? null
      : writeCursor({ list: name, back: isBack, root: one.place.key, key: keyAt(one, isBack), score: one.place.score })
  const more = all.length > skip + request.limit ? taken.at(-1) : undefined
  const comments = taken.map(({ comment }) => comment)
  if (back) return { comments: comments.toReversed(), previous: at(true, more), next: at(false, taken[0]) }
  return { comments, next: at(false, more), previous: cursor === null && skip === 0 ? null : at(true, taken[0]) }
}

/** The key of the root in whose thread a bound lies; one just behind the root itself has a character more. */
function rootOf(bound: string): string {
  const [first = ''] = bound.split('/')
  return first.endsWith(justBehind('')) ? first.slice(0, -1) : first
}

type Placed = { comment: Shown; place: RootPlace }

const keyAt = ({ comment }: Placed, back: boolean): string => (back ? comment.fullSlug : justBehind(comment.fullSlug))

type Way = { start: Place | null; back: boolean; signal: AbortSignal | undefined }

class Walk {
  readonly #home: AtHome
  readonly #roots: Roots
  readonly #back: boolean
  #within: Place | null
  #after: RootPlace | null
  readonly #signal: AbortSignal | undefined

  constructor(home: AtHome, roots: Roots, { start, back, signal }: Way) {
    this.#home = home
    this.#roots = roots
    this.#back = back
    this.#within = start
    this.#after = start
    this.#signal = signal
  }

  async take(count: number): Promise<Placed[]> {
    const taken: Placed[] = []
    if (this.#within !== null) await this.#restOfThread(this.#within, taken, count)
    while (taken.length < count) {
      const next = await this.#roots(this.#after, { back: this.#back, limit: ROOTS_AT_ONCE })
      for (const root of next) {
        if (taken.length >= count) break
        this.#signal?.throwIfAborted()
        await this.#thread(root, taken, count)
        this.#after = root
      }
      if (next.length < ROOTS_AT_ONCE) break
      if (taken.length > MOST_AT_ONCE) await setImmediate()
    }
    return taken
  }

  /** What is left of the thread in which the page before ended. */
  async #restOfThread({ within, ...place }: Place, taken: Placed[], count: number): Promise<void> {
    this.#within = null
    const root = rootOf(within)
    const bounds = this.#back ? { from: root, until: within } : { from: within, until: behind(root) }
    for (const comment of await this.#read(bounds, count - taken.length)) taken.push({ comment, place })
  }

  async #thread({ root, key, score }: PlacedRoot, taken: Placed[], count: number): Promise<void> {
    const bounds = { from: root.fullSlug, until: behind(root.fullSlug) }
    for (const comment of await this.#read(bounds, count - taken.length)) taken.push({ comment, place: { key, score } })
  }

  /** In steps, between which others get their turn: a page number may lie deep. */
  async #read(bounds: { from: string; until: string }, count: number): Promise<Shown[]> {
    const source = inOrder(this.#home, 'threaded')
    const found: Shown[] = []
    for (let left = bounds; found.length < count;) {
      this.#signal?.throwIfAborted()
      const limit = Math.min(MOST_AT_ONCE, count - found.length)
      const { comments, resume }: Listed = await visible(this.#home, source, { ...left, back: this.#back, limit })
      found.push(...comments)
      if (resume === null) break
      left = this.#back ? { ...left, until: resume } : { ...left, from: resume }
      await setImmediate()
    }
    return found
  }
}
