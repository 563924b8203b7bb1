import type { Direction } from '../plan/plan.ts'
import { RANK } from './order.ts'
import type { Json } from './value.ts'

/** Stands for an empty array in a key: MongoDB sorts it below null. */
export const EMPTY_ARRAY: unique symbol = Symbol('empty array')
export type KeyPart = Json | undefined | typeof EMPTY_ARRAY

/**
 * Behind every key that begins with the same bytes: no part begins with 0xFF.
 */
export const PAST = 0xff

/** Keys are cut one after another from slabs of this size, and live no longer than the write they are for. */
const SLAB = 16_384

/** Up to this length it is faster to copy characters one by one than to ask for the whole string. */
const SHORT = 40

/**
 * Writes values as bytes that compare, byte by byte, as MongoDB compares the values.
 *
 * A value is its type's rank, then: a number as its IEEE bits with the sign turned round; a string as UTF-8,
 * 0x00 written as 00 FF and its end as 00 01; objects and lists part by part, ended by 00. A descending part has
 * all its bits inverted.
 */
export class KeyWriter {
  #slab = Buffer.allocUnsafe(SLAB)
  #start = 0
  #at = 0

  reset(): this {
    this.#at = this.#start
    return this
  }

  add(value: KeyPart, direction: Direction): this {
    const from = this.#at - this.#start
    this.#value(value)
    if (direction === -1) this.#invert(this.#start + from, this.#at)
    return this
  }

  byte(value: number): this {
    this.#room(1)
    this.#slab[this.#at++] = value
    return this
  }

  take(): Buffer {
    const key = this.#slab.subarray(this.#start, this.#at)
    this.#start = this.#at
    return key
  }

  #invert(from: number, until: number): void {
    for (let at = from; at < until; at++) this.#slab[at] = ~(this.#slab[at] ?? 0)
  }

  #value(value: KeyPart): void {
    switch (typeof value) {
      case 'string':
        this.byte(RANK.string).#string(value)
        return
      case 'number':
        this.byte(RANK.number).#number(value)
        return
      case 'boolean':
        this.byte(RANK.boolean).byte(value ? 1 : 0)
        return
      default:
        if (value === EMPTY_ARRAY) this.byte(RANK.emptyArray)
        else if (value === null || value === undefined) this.byte(RANK.null)
        else this.#container(value)
    }
  }

  #container(value: object): void {
    if (Array.isArray(value)) {
      this.byte(RANK.array)
      for (const item of value) this.#value(item as Json)
    } else {
      this.byte(RANK.object)
      for (const [name, item] of Object.entries(value)) this.#field(name, item as Json)
    }
    this.byte(0)
  }

  /** MongoDB compares a field's type before its name: the rank is written in front, once. */
  #field(name: string, value: Json): void {
    const from = this.#at - this.#start
    this.#value(value)
    const written = Buffer.from(this.#slab.subarray(this.#start + from, this.#at))
    this.#at = this.#start + from
    this.byte(written[0] ?? 0).#string(name)
    this.#room(written.length)
    written.copy(this.#slab, this.#at, 1)
    this.#at += written.length - 1
  }

  #number(value: number): void {
    this.#room(8)
    const from = this.#at
    this.#slab.writeDoubleBE(value === 0 ? 0 : value, from)
    if (value < 0) this.#invert(from, from + 8)
    else this.#slab[from] = (this.#slab[from] ?? 0) | 0x80
    this.#at += 8
  }

  #string(value: string): void {
    this.#room(value.length * 3 + 2)
    if (!this.#shortAscii(value)) this.#utf8(value)
    this.#slab[this.#at++] = 0
    this.#slab[this.#at++] = 1
  }

  /** False, with nothing written, where it is not one. */
  #shortAscii(value: string): boolean {
    if (value.length > SHORT) return false
    const from = this.#at
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at)
      if (unit === 0 || unit > 0x7f) return false
      this.#slab[from + at] = unit
    }
    this.#at = from + value.length
    return true
  }

  #utf8(value: string): void {
    for (const [at, piece] of value.split('\0').entries()) {
      if (at > 0) this.byte(0).byte(0xff)
      this.#room(piece.length * 3 + 2)
      this.#at += this.#slab.write(piece, this.#at)
    }
    this.#room(2)
  }

  #room(more: number): void {
    if (this.#at + more <= this.#slab.length) return
    const begun = this.#slab.subarray(this.#start, this.#at)
    this.#slab = Buffer.allocUnsafe(Math.max(SLAB, (begun.length + more) * 2))
    begun.copy(this.#slab)
    this.#start = 0
    this.#at = begun.length
  }
}
