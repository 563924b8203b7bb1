import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

const made = new Map<string, CSSStyleSheet>()

/** Gives a shadow root the style of a part that has come later; each style is one sheet for the whole page. */
export function adopt(root: Node, css: string): void {
  if (!(root instanceof ShadowRoot)) return
  const sheet = made.get(css) ?? new CSSStyleSheet()
  if (!made.has(css)) {
    made.set(css, sheet)
    sheet.replaceSync(css)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** The same for the part that is being drawn, before anybody sees it. */
export function useStyle(part: RefObject<HTMLElement | null>, css: string): void {
  useLayoutEffect(() => {
    if (part.current !== null) adopt(part.current.getRootNode(), css)
  })
}
