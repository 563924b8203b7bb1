const MOST_LENGTH = 200

const characters = new Intl.Segmenter()

/** Tags between words; all others may stand inside of one. */
const BLOCKS = /<\/?(?:p|br|hr|ul|ol|li|pre|blockquote|h[1-6]|table|thead|tbody|tr|td|th|img)\b[^>]*>/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The beginning of a comment as plain text, from its own clean HTML. */
export function excerptOf(html: string): string {
  const text = html
    .replace(BLOCKS, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
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
