/** A set of ranks, 32 to a word: so that 32 candidates are looked at as fast as one. */
export type Bits = Int32Array

export const WORD = 32

const wordsFor = (size: number): number => Math.ceil(size / WORD)

export const wordOf = (bits: Bits, word: number): number => bits[word] ?? 0

export function put(bits: Bits, rank: number): void {
  const word = rank >>> 5
  bits[word] = wordOf(bits, word) | (1 << (rank & 31))
}

export function drop(bits: Bits, rank: number): void {
  const word = rank >>> 5
  bits[word] = wordOf(bits, word) & ~(1 << (rank & 31))
}

export const noneOf = (size: number): Bits => new Int32Array(wordsFor(size))

export const allOf = (size: number): Bits => noneOf(size).fill(-1)

/** Those that are in both, in place of the first. */
export function narrow(bits: Bits, by: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = wordOf(bits, word) & wordOf(by, word)
}

/** Where the lowest bit of a word is that is set. */
export const lowest = (word: number): number => 31 - Math.clz32(word & -word)

export function countIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The bits of a word that stand for ranks within a range. */
export function within(word: number, from: number, to: number): number {
  const first = word * WORD
  const low = from <= first ? -1 : -1 << (from - first)
  const high = to >= first + WORD ? -1 : to <= first ? 0 : (1 << (to - first)) - 1
  return low & high
}
