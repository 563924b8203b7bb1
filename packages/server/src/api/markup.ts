const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it is written in HTML and XML, between tags or in quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')

const SIGNS = new Map(Object.entries(ESCAPES).map(([sign, entity]) => [entity, sign]))

/** The other way round. */
export const unescaped = (markup: string): string =>
  markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => SIGNS.get(entity) ?? '')

/** Tags between words; all others may stand inside of one. */
const BLOCKS = /<\/?(?:p|br|hr|ul|ol|li|pre|blockquote|h[1-6]|table|thead|tbody|tr|td|th|img)\b[^>]*>/g

/** What our own clean HTML says, in one line. */
export const textOf = (html: string): string =>
  unescaped(html.replace(BLOCKS, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/** JSON inside of HTML: nothing in it ends the element that it is in. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
