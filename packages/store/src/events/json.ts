import { TooLarge } from '../errors.ts'
import type { NewEvent } from './event.ts'

/** An event tells what happened; what it happened to is in the document. */
const MOST_BYTES = 2 ** 20

/** An event as text, made at once: what the caller does to its object later changes nothing. */
export function eventJson(event: NewEvent): string {
  const json = JSON.stringify(event)
  if (json.length > MOST_BYTES)
    throw new TooLarge(`The event "${event._id}" is larger than 1 MB: leave a part of it in its document.`)
  return json
}
