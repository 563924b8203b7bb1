import { plainWord } from '../../api/plain-word.ts'

const IS_PLAIN = /^[a-z0-9]+$/

/**
 * A keyword as pages and flights are compared: without case, width and accents, with one space between words. By way of
 * capitals, because some letters have none of their own: STRASSE is straße. And by way of small letters before that, of
 * which some capitals are not made: STRAẞE is straße, too.
 */
export const foldKeyword = (text: string): string =>
  IS_PLAIN.test(text) ? text : plainWord(text.normalize('NFKD').toLowerCase().toUpperCase())
