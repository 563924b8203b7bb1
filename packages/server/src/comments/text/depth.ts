import type { Token } from 'markdown-it'

const DEEPEST_MARK = 8

/** The parser bounds how deep quotes and lists nest, but not emphasis: past this depth its marks do nothing. */
export function hideDeepMarks(children: Token[]): void {
  let depth = 0
  for (const token of children) {
    if (token.nesting === -1) depth--
    if (token.nesting !== 0 && depth >= DEEPEST_MARK) token.hidden = true
    if (token.nesting === 1) depth++
  }
}
