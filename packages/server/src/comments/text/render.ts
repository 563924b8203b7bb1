import { hideDeepMarks } from './depth.ts'
import { settleLinks } from './links.ts'
import { markdown } from './markdown.ts'
import { markMentions } from './mentions.ts'
import { sanitise } from './sanitise.ts'

/** Raised when the same text gives other HTML than before; comments that were rendered by an older one are found by it. */
export const RENDERER = 1

export type Rendered = { html: string; mentions: string[]; renderer: number }

/** Markdown to HTML that is safe on any page, and whom it mentions. */
export function renderText(text: string): Rendered {
  const blocks = markdown.parse(text, {})
  for (const block of blocks) {
    if (block.children === null) continue
    block.children = settleLinks(block.children)
    hideDeepMarks(block.children)
  }
  const mentions = markMentions(blocks)
  const html = sanitise(markdown.renderer.render(blocks, markdown.options))
  return { html, mentions, renderer: RENDERER }
}
