import { randomFillSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Clock, names, chance and waiting are passed in, so that tests decide them. */
export type World = {
  now: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
  /** A name that nothing else has: of an event, a discussion, a home. */
  newId: () => string
  /** A part of a slug: ten characters. */
  newPart: () => string
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Chance is fetched for many letters at once: asking for each of them costs more than the rest of a post's names. */
const chance = { bytes: new Uint8Array(4096), used: 4096 }

/** A byte from 232 on would make some letters likelier than others. */
const FAIR = 256 - (256 % BASE58.length)

function letter(): string {
  for (;;) {
    if (chance.used === chance.bytes.length) {
      randomFillSync(chance.bytes)
      chance.used = 0
    }
    const byte = chance.bytes[chance.used++] ?? 255
    if (byte < FAIR) return BASE58.charAt(byte % BASE58.length)
  }
}

function word(length: number): string {
  let letters = ''
  while (letters.length < length) letters += letter()
  return letters
}

/** A sixteenth of a second: what comes in one begins alike. */
const MOMENT_MS = 62.5
const MOMENT_LETTERS = 3
const PART_LETTERS = 10
const MOMENTS = BASE58.length ** MOMENT_LETTERS

/** Which moment it is, of those of three and a half hours; then they begin anew. */
function moment(now: number): string {
  let letters = ''
  let left = Math.floor(now / MOMENT_MS) % MOMENTS
  for (let place = 0; place < MOMENT_LETTERS; place++) {
    letters = BASE58.charAt(left % BASE58.length) + letters
    left = Math.floor(left / BASE58.length)
  }
  return letters
}

/**
 * 22 characters are 128 bits. A part of a slug begins with its moment, so that those that come together lie together in
 * every index: of letters of chance alone, each would be written into a page of its own (decision 21).
 */
export const realWorld: World = {
  now: Date.now,
  random: Math.random,
  sleep: (ms) => wait(ms),
  newId: () => word(22),
  newPart: () => moment(Date.now()) + word(PART_LETTERS - MOMENT_LETTERS),
}
