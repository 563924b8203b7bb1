import { folded } from './name-key.ts'

/** Accents that are written above or below Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036f]/gu
const SPACES = /\s+/gu

/** As texts and words are compared: without case, width and accents, and with one space for many. */
export const plainWord = (text: string): string =>
  folded(text).normalize('NFD').replace(ACCENTS, '').normalize('NFC').replace(SPACES, ' ').trim()
