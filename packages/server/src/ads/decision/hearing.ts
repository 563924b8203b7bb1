import { type Bits, lowest, noneOf, put, WORD, wordOf } from './bits.ts'
import type { Entry } from './entry.ts'
import { MOST_COUNTED } from './scoring.ts'
import type { Workspace } from './workspaces.ts'

/** Who has a keyword: ranks in order; where they are many, also as bits. */
type Holders = { ranks: readonly number[]; bits: Bits | null }
type Index = ReadonlyMap<string, Holders>

/** A list is as long as bits that say the same where it has one in so many. */
const DENSE = 64
const FEWEST_DENSE = 32
/** So many words are put together at a time: as many as there are bits to say in which of them anything is. */
const CHUNK = WORD

/** Which candidates have which keywords. */
export class Ears {
  readonly #including: Index
  readonly #excluding: Index
  readonly #filtered: Bits

  constructor(entries: readonly Entry[]) {
    this.#including = indexOf(entries, 'included')
    this.#excluding = indexOf(entries, 'excluded')
    this.#filtered = noneOf(entries.length)
    for (const { isFiltered, rank } of entries) if (isFiltered) put(this.#filtered, rank)
  }

  hear(keywords: ReadonlySet<string>, space: Workspace): Heard {
    const included = cursorsOf(this.#including, keywords)
    return new Heard({ filtered: this.#filtered, included, excluded: cursorsOf(this.#excluding, keywords), space })
  }
}

/**
 * Who is how much concerned by the keywords of one page, found out only as far down the order as anybody asks. Level 0:
 * all that the keywords do not lift, without filters that found nothing; level n: those of which n were found.
 */
export class Heard {
  readonly levels: number
  readonly #filtered: Bits
  readonly #included: readonly Cursor[]
  readonly #excluded: readonly Cursor[]
  readonly #space: Workspace
  #ready = 0

  constructor({ filtered, included, excluded, space }: Hearing) {
    this.#filtered = filtered
    this.#included = included
    this.#excluded = excluded
    this.#space = space
    this.levels = Math.min(MOST_COUNTED, included.length)
  }

  word(level: number, word: number): number {
    while (this.#ready <= word) this.#prepare()
    const { found, out } = this.#space
    const filtered = wordOf(this.#filtered, word)
    const more = level < this.levels ? wordOf(found[level] as Bits, word) : 0
    const concerned = level === 0 ? ~(filtered ^ more) : ~filtered & ~more & wordOf(found[level - 1] as Bits, word)
    return this.#excluded.length === 0 ? concerned : concerned & ~wordOf(out, word)
  }

  /** Not before this word, and not after the next in which a level has anybody. */
  skip(level: number, word: number): number {
    if (level === 0) return word
    while (this.#ready <= word) this.#prepare()
    const chunk = word >>> 5
    const busy = wordOf(this.#space.busy, chunk) & (-1 << (word & 31))
    return busy === 0 ? (chunk + 1) * CHUNK : chunk * CHUNK + lowest(busy)
  }

  #prepare(): void {
    const { found, out, busy } = this.#space
    const from = this.#ready
    const to = from + CHUNK
    for (let level = 0; level < this.levels; level++) found[level]?.fill(0, from, to)
    if (this.#excluded.length > 0) out.fill(0, from, to)
    for (const cursor of this.#included) pour(cursor, found, to)
    for (const cursor of this.#excluded) pour(cursor, [out], to)
    busy[from >>> 5] = this.levels === 0 ? 0 : busyIn(found[0] as Bits, from)
    this.#ready = to
  }
}

type Hearing = { filtered: Bits; included: readonly Cursor[]; excluded: readonly Cursor[]; space: Workspace }

/** `at`: the next rank in the list, or the next word of the bits. */
type Cursor = { holders: Holders; at: number }

function busyIn(found: Bits, from: number): number {
  let busy = 0
  for (let at = 0; at < CHUNK; at++) if (wordOf(found, from + at) !== 0) busy |= 1 << at
  return busy
}

/** Adds one list, up to a word, to sets of those that are in one list, in two, and so on. */
function pour(cursor: Cursor, sets: readonly Bits[], to: number): void {
  const { ranks, bits } = cursor.holders
  if (bits !== null) {
    const end = Math.min(to, bits.length)
    for (; cursor.at < end; cursor.at++) addTo(sets, cursor.at, wordOf(bits, cursor.at))
    return
  }
  for (let rank = ranks[cursor.at]; rank !== undefined && rank < to * WORD; rank = ranks[++cursor.at])
    addTo(sets, rank >>> 5, 1 << (rank & 31))
}

function addTo(sets: readonly Bits[], word: number, added: number): void {
  let carried = added
  for (let at = 0; carried !== 0 && at < sets.length; at++) {
    const set = sets[at] as Bits
    const before = wordOf(set, word)
    set[word] = before | carried
    carried &= before
  }
}

function cursorsOf(index: Index, keywords: ReadonlySet<string>): Cursor[] {
  const cursors: Cursor[] = []
  for (const keyword of keywords) {
    const holders = index.get(keyword)
    if (holders !== undefined) cursors.push({ holders, at: 0 })
  }
  return cursors
}

function indexOf(entries: readonly Entry[], which: 'included' | 'excluded'): Index {
  const lists = new Map<string, number[]>()
  for (const entry of entries)
    for (const keyword of entry[which]) {
      const list = lists.get(keyword)
      if (list === undefined) lists.set(keyword, [entry.rank])
      else list.push(entry.rank)
    }
  const most = Math.max(FEWEST_DENSE, entries.length / DENSE)
  const index = new Map<string, Holders>()
  for (const [keyword, ranks] of lists)
    index.set(keyword, { ranks, bits: ranks.length > most ? bitsOf(ranks, entries.length) : null })
  return index
}

function bitsOf(ranks: readonly number[], size: number): Bits {
  const bits = noneOf(size)
  for (const rank of ranks) put(bits, rank)
  return bits
}
