import MarkdownIt, { type Token } from 'markdown-it'

export const LINK_REL = 'nofollow ugc noopener'
export const LINK_SCHEMES = ['http', 'https', 'mailto']

const CHECKED_HREF = /^(?:https?:\/\/|mailto:)\S/i

/** An address that may stand in a link, as it is after Markdown has decoded and percent-encoded it. */
export const isLinkable = (url: string): boolean => CHECKED_HREF.test(url)

/** Leaves of each link its address alone, and makes a link of each image. */
export function settleLinks(children: Token[]): Token[] {
  let isInLink = false
  return children.flatMap((token) => {
    if (token.type === 'image') return imageAsLink(token, isInLink)
    if (token.type === 'link_open') settle(token)
    if (token.type === 'link_open' || token.type === 'link_close') isInLink = token.type === 'link_open'
    return [token]
  })
}

function settle(link: Token): void {
  link.attrs = [
    ['href', String(link.attrGet('href'))],
    ['rel', LINK_REL],
  ]
}

/** A link cannot hold another: an image inside of one leaves its description only. */
function imageAsLink(image: Token, isInLink: boolean): Token[] {
  const src = String(image.attrGet('src'))
  const text = new MarkdownIt.Token('text', '', 0)
  text.content = shownBy(image) || src
  if (isInLink || !isLinkable(src)) return [text]

  const open = new MarkdownIt.Token('link_open', 'a', 1)
  open.attrPush(['href', src])
  settle(open)
  return [open, text, new MarkdownIt.Token('link_close', 'a', -1)]
}

/** The letters that a reader sees of an inline token. */
export function shownBy(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
  if (token.type === 'image') return (token.children ?? []).map(shownBy).join('')
  return token.content
}
