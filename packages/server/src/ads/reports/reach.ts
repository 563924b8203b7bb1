/**
 * How many people were reached, without keeping who: a HyperLogLog of 4,096 registers, right to some 2 % and nearly
 * exact for few. A view bears only the register that its person falls into, shared by all others who do.
 */
const BITS = 12
const REGISTERS = 1 << BITS
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS)
/** Ranks as letters: at most 64 - 12 + 1. */
const RANKS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const NOBODY = RANKS.charAt(0).repeat(REGISTERS)

/** Of the id of a profile, which is a keyed hash; empty for nobody. */
export function reachOf(person: string): string {
  if (person === '') return ''
  const bytes = Buffer.from(person, 'base64url')
  const register = bytes.readUInt16BE(0) >> (16 - BITS)
  const rank = Math.clz32(bytes.readUInt32BE(2)) + 1
  return `${register.toString(36)}.${rank.toString(36)}`
}

/** Registers with these taken in; taking one in again changes nothing. */
export function withReached(registers: string, reached: Iterable<string>): string {
  const ranks = registers.split('')
  for (const one of reached) {
    const [register = '', rank = ''] = one.split('.')
    const [at, letter] = [Number.parseInt(register, 36), RANKS.charAt(Number.parseInt(rank, 36))]
    if (rankOf(ranks[at]) < rankOf(letter)) ranks[at] = letter
  }
  return ranks.join('')
}

const rankOf = (letter: string | undefined): number => (letter === undefined ? Infinity : RANKS.indexOf(letter))

/** Registers of both: who was reached by either. */
export function joined(one: string, other: string): string {
  let both = ''
  for (let at = 0; at < REGISTERS; at++) {
    const [a = 'A', b = 'A'] = [one[at], other[at]]
    both += rankOf(a) >= rankOf(b) ? a : b
  }
  return both
}

export function reachedIn(registers: string): number {
  let [sum, empty] = [0, 0]
  for (const letter of registers) {
    const rank = rankOf(letter)
    sum += 2 ** -rank
    if (rank === 0) empty++
  }
  const estimate = (ALPHA * REGISTERS ** 2) / sum
  if (estimate <= 2.5 * REGISTERS && empty > 0) return Math.round(REGISTERS * Math.log(REGISTERS / empty))
  return Math.round(estimate)
}
