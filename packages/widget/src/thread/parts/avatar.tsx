import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

/** White letters can be read on each. */
const COLOURS = 'a33b3b a3552a 856413 5f701c 367a35 1f7a5c 1d7581 2a6aa3 4a5bb8 6c4fb5 8f45a3 a33d76'.split(' ')

/** A number that is the same for the same text, and spread evenly. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(firstLetterOf)
  return letters.join('').toLocaleUpperCase()
}

const firstLetterOf = (word = ''): string => String.fromCodePoint(word.codePointAt(0) ?? 0x20).trim()

type Face = { name: string; picture: string | undefined }

/** Somebody's picture, or one drawn from their name where it does not come. The name is written beside it. */
export function Avatar({ name, picture }: Face): JSX.Element {
  const [missing, setMissing] = useState('')
  if (picture !== undefined && picture !== missing && picture !== '')
    return (
      <img
        class="avatar"
        part="avatar"
        src={picture}
        alt=""
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setMissing(picture)}
      />
    )
  return (
    <svg class="avatar drawn" part="avatar" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={`#${COLOURS[hashOf(name) % COLOURS.length]}`} />
      <text x="20" y="20" dominant-baseline="central" text-anchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
