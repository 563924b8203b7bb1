import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { LINK_REL, LINK_SCHEMES } from './links.ts'

/** Exactly what our Markdown can give. */
const ALLOWED: IOptions = {
  allowedTags: ['p', 'br', 'em', 'strong', 's', 'a', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'span'],
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start'],
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
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs['href'] === undefined ? 'excludeTag' : false),
}

/** The second layer, should the first ever let something through. */
export const sanitise = (html: string): string => sanitizeHtml(html, ALLOWED)
