import { textOf } from '../../api/markup.ts'

const MOST_LENGTH = 200

const characters = new Intl.Segmenter()

/** The beginning of a comment as plain text, from its own clean HTML. */
export function excerptOf(html: string): string {
  const text = textOf(html)
  return text.length <= MOST_LENGTH ? text : `${beginningOf(text)}…`
}

/** As many whole characters as fit beside the sign that there is more. */
function beginningOf(text: string): string {
  let end = 0
  for (const { index, segment } of characters.segment(text.slice(0, 2 * MOST_LENGTH))) {
    if (index + segment.length >= MOST_LENGTH) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
