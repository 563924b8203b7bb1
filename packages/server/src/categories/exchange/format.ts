import { EXIT, Problem } from '../../problem.ts'
import { isHead, readIab } from './iab.ts'
import { readJson } from './json.ts'
import { BETWEEN_NAMES, readShopify } from './shopify.ts'
import { type Format, FORMATS, linesOf, type WantedTree } from './wish.ts'

const READERS: Readonly<Record<Format, (text: string) => WantedTree>> = {
  json: readJson,
  shopify: readShopify,
  iab: readIab,
}

/** So much of a file is looked at to find out what it is. */
const MOST_LINES = 50

/** Reads a file in the format that is named, or in that which it looks like. */
export const readTopics = (text: string, format: Format | null): WantedTree => READERS[format ?? guessed(text)](text)

function guessed(text: string): Format {
  const lines = linesOf(text.slice(0, 100_000))
    .slice(0, MOST_LINES)
    .map((line) => line.text)
  if (/^\uFEFF?\s*\{/.test(text)) return 'json'
  if (lines.some(isHead)) return 'iab'
  if (lines.some((line) => !line.startsWith('#') && (line.includes(BETWEEN_NAMES) || /^\S+\s+: \S/.test(line))))
    return 'shopify'
  throw new Problem(
    EXIT.usage,
    `The file looks like none of the formats that can be read: say which it is (--format ${FORMATS.join(', ')}).`,
  )
}
