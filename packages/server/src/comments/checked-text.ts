import { Refusal } from '../api/refusal.ts'
import { normaliseText } from './text/normalise.ts'

/** Something to see: not only spaces, controls, joiners and fillers. */
const VISIBLE = /[^\s\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/u

/** The text as it is stored: its length counts code points, so that every script has the same room. */
export function checkedText(raw: string, maxLength: number): string {
  const text = normaliseText(raw)
  const length = text.length <= maxLength ? text.length : Array.from(text).length
  const wrong = (message: string): Refusal => new Refusal('invalid', message, [{ path: 'text', message }])
  if (!VISIBLE.test(text)) throw wrong('A comment needs some text.')
  if (length > maxLength) throw wrong(`The text has ${length} characters; at most ${maxLength} are taken here.`)
  return text
}
