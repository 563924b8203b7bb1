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

/**
 * Writes values as bytes that compare, byte by byte, as MongoDB compares the values. One scratch buffer is
 * used again for every key; `take` copies the result out of it.
 *
 * A value is its type's rank, then: a number as its IEEE bits with the sign turned round; a string as UTF-8,
 * 0x00 written as 00 FF and its end as 00 01; objects and lists part by part, ended by 00. A descending part has
 * all its bits inverted.
 */
export class KeyWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #at = 0

  reset(): this {
    this.#at = 0
    return this
  }

  add(value: KeyPart, direction: Direction): this {
    const from = this.#at
    this.#value(value)
    if (direction === -1) for (let at = from; at < this.#at; at++) this.#bytes[at] = ~(this.#bytes[at] ?? 0)
    return this
  }

  byte(value: number): this {
    this.#room(1)
    this.#bytes[this.#at++] = value
    return this
  }

  take(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at))
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
    const from = this.#at
    this.#value(value)
    const written = Buffer.from(this.#bytes.subarray(from, this.#at))
    this.#at = from
    this.byte(written[0] ?? 0).#string(name)
    this.#room(written.length)
    written.copy(this.#bytes, this.#at, 1)
    this.#at += written.length - 1
  }

  #number(value: number): void {
    this.#room(8)
    const bytes = this.#bytes
    const from = this.#at
    bytes.writeDoubleBE(value === 0 ? 0 : value, from)
    if (value < 0) for (let at = from; at < from + 8; at++) bytes[at] = ~(bytes[at] ?? 0)
    else bytes[from] = (bytes[from] ?? 0) | 0x80
    this.#at += 8
  }

  #string(value: string): void {
    this.#room(value.length * 3 + 2)
    if (value.includes('\0')) this.#withZeros(value)
    else this.#at += this.#bytes.write(value, this.#at)
    this.#bytes[this.#at++] = 0
    this.#bytes[this.#at++] = 1
  }

  #withZeros(value: string): void {
    for (const [at, piece] of value.split('\0').entries()) {
      if (at > 0) this.byte(0).byte(0xff)
      this.#room(piece.length * 3 + 2)
      this.#at += this.#bytes.write(piece, this.#at)
    }
    this.#room(2)
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + more))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}
