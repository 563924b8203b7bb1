import type { Token } from 'markdown-it'
import { nameKey } from '../../api/name-key.ts'
import { hideDeepMarks } from './depth.ts'
import { settleLinks } from './links.ts'
import { markdown } from './markdown.ts'
import { markMentions } from './mentions.ts'
import { type Find, type Person, settlePeople } from './people.ts'
import { sanitise } from './sanitise.ts'

/** Raised when the same text gives other HTML than before; comments that were rendered by an older one are found by it. */
export const RENDERER = 2

/** More people than this are never mentioned by one text. */
export const MOST_PEOPLE = 10

export type Rendered = { html: string; mentions: Person[]; renderer: number }

/** A text that was read but not yet shown: first it must be known who is meant. */
export type Parsed = { names: readonly string[]; blocks: Token[] }

export function parseText(text: string): Parsed {
  const blocks = markdown.parse(text, {})
  for (const block of blocks) {
    if (block.children === null) continue
    block.children = settleLinks(block.children)
    hideDeepMarks(block.children)
  }
  return { names: markMentions(blocks), blocks }
}

type Known = { find: Find; most: number }

/** HTML that is safe on any page, and whom it mentions. It uses up what was parsed. */
export function renderParsed({ blocks }: Parsed, { find, most }: Known): Rendered & { hasMore: boolean } {
  const { people, hasMore } = settlePeople(blocks, find, most)
  const html = sanitise(markdown.renderer.render(blocks, markdown.options))
  return { html, mentions: people, renderer: RENDERER, hasMore }
}

/** Markdown to HTML, with the people who are known to be meant by it. */
export function renderText(text: string, people: readonly Person[] = []): Rendered {
  const { html, mentions, renderer } = renderParsed(parseText(text), { find: finderOf(people), most: MOST_PEOPLE })
  return { html, mentions, renderer }
}

/** Finds people by the names they had when they were mentioned. */
export function finderOf(people: readonly Person[]): Find {
  const byName = new Map(people.map((person) => [nameKey(person.name), person]))
  return (name) => byName.get(name)
}
