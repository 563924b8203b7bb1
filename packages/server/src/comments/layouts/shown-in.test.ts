import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { present } from '../present.ts'
import { comment } from './conformance/conversation.ts'
import type { Place } from './layout.ts'
import { documentAt } from './per-comment/document.ts'
import { shownIn } from './shown-in.ts'

const PLACE: Place = { discussion: 'd', home: 'h', order: 'threaded', epoch: 1 }

/** Texts that look like the marks by which the fields are found. */
const tricky = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom('","text":"', ',"text":', '"slug":"x"', '\\","text":"\\', '"status":"deleted"', '"posted":"2020"}'),
)

test('what is cut out of the JSON is what everyone may see, whatever was written', () => {
  fc.assert(
    fc.property(tricky, tricky, fc.boolean(), (text, name, isDeleted) => {
      const status = isDeleted ? ('deleted' as const) : ('published' as const)
      const written = {
        ...comment('a', { under: comment('b') }),
        text,
        html: text,
        author: { id: name, name },
        mentions: [{ id: name, name: text }],
        reactions: { like: 2 },
        history: [{ text, at: name, by: name }],
        status,
      }
      const shown = shownIn(JSON.stringify(documentAt(PLACE, written)))
      expect(JSON.parse(shown.json)).toEqual(present(written))
      expect(shown).toMatchObject({ slug: 'b/a', fullSlug: written.fullSlug, posted: written.posted })
    }),
  )
})

test('nothing is parsed for it, and nothing private is in it', () => {
  const raw = JSON.stringify(documentAt(PLACE, { ...comment('a'), text: 'private', changes: ['private'] }))
  const { json } = shownIn(raw)
  expect(raw).toContain(json.slice(1, -1))
  expect(json).not.toMatch(/private|writes|home/)
})

test('a document whose fields stand in another order is read all the same', () => {
  const { slug, ...rest } = documentAt(PLACE, comment('a'))
  const { json } = shownIn(JSON.stringify({ ...rest, slug }))
  expect(JSON.parse(json)).toEqual(present(comment('a')))
})
