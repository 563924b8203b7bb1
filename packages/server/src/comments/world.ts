import { randomInt } from 'node:crypto'
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

const word = (length: number): string => Array.from({ length }, () => BASE58[randomInt(BASE58.length)]).join('')

/** 22 characters are 128 bits. */
export const realWorld: World = {
  now: Date.now,
  random: Math.random,
  sleep: (ms) => wait(ms),
  newId: () => word(22),
  newPart: () => word(10),
}
