import MarkdownIt, {
  type MarkdownIt as Parser,
  type RendererRule,
  type StateBlock,
  type StateInline,
} from 'markdown-it'
import { isLinkable } from './links.ts'

/** Quotes and lists nest so deep (a list counts twice); below, their marks are shown as they were typed. */
const DEEPEST_BLOCK = 12

/** Past this, the library drops blocks; ours are flat before that. */
const MAX_NESTING = DEEPEST_BLOCK + 8

const ATTRIBUTE = /\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|"[^"<]*"|'[^'<]*'))?/
const TAG = new RegExp(`</?[a-z][a-z0-9-]*(?:${ATTRIBUTE.source})*\\s*/?>`, 'iy')

const LANGUAGE = /^[a-z0-9][a-z0-9+#_.-]{0,31}(?=\s|$)/i

export const markdown = new MarkdownIt('zero', {
  html: false,
  linkify: true,
  breaks: true,
  xhtmlOut: true,
  maxNesting: MAX_NESTING,
})
  // Without `reference`, since a definition repeats a long address for each few letters that name it.
  .enable(['code', 'fence', 'blockquote', 'list', 'linkify', 'newline', 'escape', 'backticks'])
  .enable(['strikethrough', 'emphasis', 'link', 'image', 'autolink', 'entity'])
  // Mentions are looked for while escaped characters can still be told from others.
  .disable('text_join')
  .use(shallowBlocks)
  .use(literalTags)
  .use(ownLinks)
  .use(ownRendering)

/** The library drops what is nested too deep; here it becomes a paragraph. */
function shallowBlocks(md: Parser): void {
  const paragraph = md.block.ruler.getRules('').at(-1)
  md.block.ruler.before('blockquote', 'too_deep', (state: StateBlock, from: number, to: number) => {
    return state.level >= DEEPEST_BLOCK && paragraph?.(state, from, to, false) === true
  })
}

/** An HTML tag is text as a whole, so that nothing in its attributes is taken for Markdown or for a mention. */
function literalTags(md: Parser): void {
  md.inline.ruler.after('autolink', 'literal_tag', (state: StateInline, silent: boolean) => {
    if (state.src[state.pos] !== '<') return false
    TAG.lastIndex = state.pos
    const tag = TAG.exec(state.src)?.[0]
    if (tag === undefined || state.pos + tag.length > state.posMax) return false
    if (!silent) state.push('text_special', '', 0).content = tag
    state.pos += tag.length
    return true
  })
}

function ownLinks(md: Parser): void {
  md.validateLink = isLinkable
  // A bare address is shown as it was typed, not decoded to what may look like another.
  md.normalizeLinkText = (url) => url
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('mailto:', null)
}

function ownRendering(md: Parser): void {
  const { escapeHtml } = md.utils
  const text: RendererRule = (tokens, at) => escapeHtml(tokens[at]?.content ?? '')
  md.renderer.rules['text_special'] = text
  md.renderer.rules['mention'] = (tokens, at, ...rest) => {
    const person = escapeHtml(String(tokens[at]?.attrGet('data-person') ?? ''))
    return `<span class="mention" data-person="${person}">${text(tokens, at, ...rest)}</span>`
  }
  md.renderer.rules['fence'] = (tokens, at, ...rest) => {
    const language = LANGUAGE.exec(tokens[at]?.info.trim() ?? '')?.[0]
    const code = language === undefined ? '<code>' : `<code class="language-${language}">`
    return `<pre>${code}${text(tokens, at, ...rest)}</code></pre>\n`
  }
}
