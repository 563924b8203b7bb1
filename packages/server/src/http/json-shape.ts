const MOST_LEVELS = 32
/** Members of objects and elements of lists, all together. */
const MOST_MEMBERS = 50_000

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\,{}[]')

/** Says what is too much in a JSON text, before anything is made of it; it need not be JSON. */
export function tooMuchIn(text: Uint8Array): string | null {
  let levels = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      levels += 1
      if (levels > MOST_LEVELS) return `The body is nested deeper than ${MOST_LEVELS} levels.`
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) levels -= 1
    else if (byte === COMMA) members += 1
  }
  return members < MOST_MEMBERS ? null : `The body has more than ${MOST_MEMBERS} members.`
}

/** Where the string ends that begins here; none of the bytes of a longer character look like a quote. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === BACKSLASH) at += 1
    else if (text[at] === QUOTE) return at
  }
  return text.length
}
