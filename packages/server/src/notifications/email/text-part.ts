import type { Content, Thread, Told } from './content.ts'
import { plain } from './text.ts'
import { andMore, headlineOf, momentOf, sentenceOf, whyOf } from './wording.ts'

/** The same as the HTML says, for those who read without. */
export function textPart(content: Content, timeZone: string): string {
  const threads = content.threads.map((thread) => threadText(thread, timeZone))
  const more = content.more > 0 ? [andMore(content.more)] : []
  const links = content.links.map(({ label, url }) => `${label}: ${url}`)
  return [headlineOf(content), ...threads, ...more, `-- \n${whyOf(content)}\n${links.join('\n')}`].join('\n\n')
}

function threadText({ title, told, more }: Thread, timeZone: string): string {
  const rest = more > 0 ? [andMore(more)] : []
  return [`== ${title} ==`, ...told.map((one) => commentText(one, timeZone)), ...rest].join('\n\n')
}

function commentText(told: Told, timeZone: string): string {
  const { text, posted, link } = told
  const words = text === '' ? [] : [plain(text).replace(/^/gm, '> ')]
  const where = link === null ? [] : [link]
  return [`${sentenceOf(told)}, ${momentOf(posted, timeZone)}:`, ...words, ...where].join('\n')
}
