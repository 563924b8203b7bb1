import { TooLarge } from '../errors.ts'
import { faultOfHidden, faultOfName, isHidden, isName } from './name.ts'
import { MAX_LEVELS } from './path.ts'
import { refuse } from './refuse.ts'

/** A path that a change writes to: names, positions, and `$[name]` for the elements an array filter chooses. */
export type ChangePath = { readonly text: string; readonly parts: readonly string[] }

const CHOSEN = /^\$\[([a-z][a-zA-Z0-9]*)\]$/
const DIGITS = /^\d+$/
const NINE = 57
const MAX_POSITION = 0xffff_ffff

export function parseChangePath(text: string): ChangePath {
  const parts = text.split('.')
  const [first = ''] = parts
  if (parts.length > MAX_LEVELS)
    throw new TooLarge(
      `a path has ${parts.length} parts, and a document at most ${MAX_LEVELS} levels; keep it flatter.`,
    )
  if (first === '_id') refuse(`path "${text}": the id of a document never changes; insert another document instead.`)
  const fault = isHidden(first) ? faultOfHidden(first) : faultOfParts(parts)
  if (fault !== null) refuse(`path ${JSON.stringify(text)}: ${fault}.`)
  return { text, parts }
}

function faultOfParts(parts: readonly string[]): string | null {
  for (const part of parts) {
    if (isName(part) || (part !== parts[0] && chosenBy(part) !== null)) continue
    if (part === '$' || part === '$[]')
      return `"${part}" is not in the dialect; name the elements by "$[name]" and an array filter`
    return part.startsWith('$[') ? CHOSEN_FAULT : faultOfName(part)
  }
  return null
}

const CHOSEN_FAULT = 'a "$[name]" stands behind the path of an array, its name in camelCase letters and digits'

/** The name in `$[name]`; null for any other part. */
export function chosenBy(part: string): string | null {
  return part.startsWith('$') ? (CHOSEN.exec(part)?.[1] ?? null) : null
}

/** The position in an array that a part addresses when it is written to; -1 where it is only a name. */
export function writtenPosition(part: string): number {
  const isPosition = part.charCodeAt(0) <= NINE && DIGITS.test(part) && Number(part) <= MAX_POSITION
  return isPosition ? Number(part) : -1
}
