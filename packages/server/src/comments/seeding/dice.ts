import { createHash } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Chance that can be had again: the same seed gives the same numbers, on every machine. */
export class Dice {
  #a: number
  #b: number
  #c: number
  #count: number

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest()
    this.#a = digest.readInt32LE(0)
    this.#b = digest.readInt32LE(4)
    this.#c = digest.readInt32LE(8)
    this.#count = digest.readInt32LE(12)
  }

  /** From 0 to before 1: a small counting generator (sfc32), far longer than any discussion. */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to before `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** True so often, of 1. */
  happens(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0]
  }

  /** Around 0, as often above as below, seldom past 2. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()))
    return radius * Math.cos(2 * Math.PI * this.next())
  }

  /** A part of a slug. */
  part(): string {
    let text = ''
    for (let at = 0; at < 10; at++) text += BASE58[this.below(58)]
    return text
  }
}
