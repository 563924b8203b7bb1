import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comment } from '../../model.ts'
import { comment } from '../conformance/conversation.ts'
import { storedComment } from '../stored-comment.ts'
import { pageOf } from './fill.ts'
import { jsonIn, jsonOf, readPage } from './raw-page.ts'

/** Texts that look like the marks by which items are told apart, and characters of several bytes. */
const tricky = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    '{"fullSlug":"',
    '"},{"fullSlug":"x',
    ']}',
    '"comments":[',
    '"slug":"c1",',
    '{"fullSlug":"x","slug":"c1"',
    '你好 🎉',
    '\\"},{\\"fullSlug\\":',
  ),
)

const said = (texts: readonly string[]): Comment[] =>
  texts.map((text, at) => ({ ...comment(`c${at}`, { ms: at }), text, html: text, author: { id: text, name: text } }))

const SPAN = { from: 'a', until: 'b' }

test('the items of a page are told apart, whatever was written', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 8 }), (texts) => {
      const comments = said(texts).map(storedComment)
      const stored = Buffer.from(JSON.stringify(pageOf({ home: 'h' }, SPAN, comments)))
      const { items, ...span } = readPage(stored)
      expect(comments.map(({ slug }) => JSON.parse(jsonIn(stored, slug) ?? ''))).toEqual(comments)
      expect(jsonIn(stored, 'c99')).toBeNull()
      expect(span).toEqual(SPAN)
      expect(items.map((item) => JSON.parse(jsonOf(item)))).toEqual(comments)
      const places = comments.map(({ slug, fullSlug, posted }) => ({ slug, fullSlug, posted }))
      expect(items.map(({ slug, fullSlug, posted }) => ({ slug, fullSlug, posted }))).toEqual(places)
    }),
  )
})

test('a page whose items begin otherwise is read all the same', () => {
  const comments = said(['é', '"']).map(({ slug, ...rest }) => ({ slug, ...rest }))
  const stored = Buffer.from(JSON.stringify(pageOf({ home: 'h' }, SPAN, comments)))
  const { items } = readPage(stored)
  expect(comments.map(({ slug }) => JSON.parse(jsonIn(stored, slug) ?? ''))).toEqual(comments)
  expect(items.map((item) => JSON.parse(jsonOf(item)))).toEqual(comments)
})
