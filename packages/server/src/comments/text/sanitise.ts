import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { LINK_REL, LINK_SCHEMES } from './links.ts'
import { plainIn } from './plain.ts'

type Check = (attributes: Readonly<Record<string, string | undefined>>) => boolean

const isMention = (names: string): boolean => names.split(' ').includes('mention')

/** Without these a tag means nothing, and only what is in it stays. */
const NEEDED = new Map<string, Check>([
  ['a', ({ href }) => href !== undefined],
  ['span', ({ class: names = '', 'data-person': person = '' }) => isMention(names) && /^[\w-]{1,64}$/.test(person)],
])

/** Exactly what our Markdown can give. */
export const ALLOWED: IOptions = {
  allowedTags: ['p', 'br', 'em', 'strong', 's', 'a', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'span'],
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start'],
    span: ['data-person'],
  },
  allowedClasses: { code: [/^language-[a-z0-9][a-z0-9+#_.-]{0,31}$/i], span: ['mention'] },
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  selfClosing: ['br'],
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: LINK_REL } }),
    ol: (tagName, { start = '' }) => ({ tagName, attribs: /^\d{1,9}$/.test(start) ? { start } : {} }),
  },
  // The parser checks every address but the one of `[a]()`.
  exclusiveFilter: ({ tag, attribs }) => (NEEDED.get(tag)?.(attribs) === false ? 'excludeTag' : false),
}

/** The second layer, should the first ever let something through. */
export const sanitise = (html: string): string => plainIn(html) ?? sanitizeHtml(html, ALLOWED)
