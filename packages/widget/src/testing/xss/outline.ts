import type { Page } from 'playwright-core'

/** What a page is made of, as a browser has it. */
export type Looked = {
  /** Every element with the names of its attributes, but what is in a comment's text. */
  outline: string
  /** What is in texts of comments and may not be there. */
  strange: string[]
  /** What is in data that the page carries and cannot be read. */
  unreadable: number
  ran: unknown
}

const LINK = /^(https?:\/\/|mailto:)/i
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  span: ['class', 'data-person'],
  code: ['class'],
  ol: ['start'],
}
const PLAIN = ['p', 'br', 'em', 'strong', 's', 'pre', 'blockquote', 'ul', 'li']

export function look(page: Page): Promise<Looked> {
  const rules = { allowed: { ...ALLOWED, ...Object.fromEntries(PLAIN.map((tag) => [tag, []])) }, link: LINK.source }
  return page.evaluate(looked, rules)
}

type Rules = { allowed: Readonly<Record<string, readonly string[]>>; link: string }

/** Runs in the page, where nothing of this file is but this. */
function looked({ allowed, link }: Rules): Looked {
  const strange: string[] = []
  const isAllowed = (node: Element): boolean => {
    const attributes = allowed[node.localName]
    const address = node.getAttribute('href')
    if (attributes === undefined || (address !== null && !new RegExp(link, 'i').test(address))) return false
    return [...node.attributes].every(({ name }) => attributes.includes(name))
  }
  const outlineOf = (node: Element | ShadowRoot): string => {
    if (node instanceof Element && node.matches('[part~=text]')) {
      for (const inner of node.querySelectorAll('*')) if (!isAllowed(inner)) strange.push(inner.outerHTML)
      return 'text'
    }
    const names = node instanceof Element ? [node.localName, ...[...node.attributes].map(({ name }) => name)] : ['root']
    const shadow = node instanceof Element && node.shadowRoot !== null ? [outlineOf(node.shadowRoot)] : []
    return `${names.join(' ')}(${[...shadow, ...[...node.children].map(outlineOf)].join(',')})`
  }
  const isReadable = ({ textContent }: Element): boolean => {
    try {
      JSON.parse(textContent)
      return true
    } catch {
      return false
    }
  }
  const outline = outlineOf(document.documentElement)
  const roots = [document, ...[...document.querySelectorAll('palaver-thread')].map(({ shadowRoot }) => shadowRoot)]
  const data = roots.flatMap((root) => [...(root?.querySelectorAll('script[type$=json]') ?? [])])
  return {
    outline,
    strange,
    unreadable: data.filter((script) => !isReadable(script)).length,
    ran: (globalThis as { __xss?: unknown }).__xss ?? null,
  }
}
