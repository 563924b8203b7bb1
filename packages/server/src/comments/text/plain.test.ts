import * as fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'
import { plainIn } from './plain.ts'
import { ALLOWED } from './sanitise.ts'

const words = fc.constantFrom(
  '*',
  '**',
  '`',
  '> ',
  '- ',
  '1. ',
  '\n',
  '\n\n',
  '~~',
  '"',
  "'",
  '&',
  '<',
  '>',
  '&lt;',
  'a',
  ' b',
  '<p>',
  '\\',
  '\u00a0',
  'é',
  '🎉',
  '    ',
)
const texts = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

test('what is passed by is what the sanitiser would have given', () => {
  let passed = 0
  fc.assert(
    fc.property(texts, (text) => {
      const html = markdown.render(text.toWellFormed())
      const plain = plainIn(html)
      if (plain === null) return
      passed++
      expect(plain).toBe(sanitizeHtml(html, ALLOWED))
    }),
    { numRuns: 5_000 },
  )
  expect(passed).toBeGreaterThan(1_000)
})

test.each([
  '<p onclick="x">a</p>',
  '<script>x</script>',
  '<p>a',
  'a</p>',
  '<p><em>a</p></em>',
  '<a href="http://e.org">a</a>',
  '<P>a</P>',
  '&nbsp;',
  '<<p>p>',
  '<br>',
])('%s is for the sanitiser', (html) => {
  expect(plainIn(html)).toBeNull()
})
