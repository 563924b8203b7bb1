import { expect, test } from 'vitest'
import { linkField } from './link-field.ts'

test.each([
  ['/v1/a', '</v1/a?cursor=n%2B1>; rel="next"'],
  ['/v1/a?', '</v1/a?cursor=n%2B1>; rel="next"'],
  ['/v1/a?limit=5&cursor=old&page=3', '</v1/a?limit=5&cursor=n%2B1>; rel="next"'],
  ['/v1/a?%63ursor=old&id=%2Fx%3Fy', '</v1/a?id=%2Fx%3Fy&cursor=n%2B1>; rel="next"'],
  ['/v1/a?id=a?b&x', '</v1/a?id=a?b&x&cursor=n%2B1>; rel="next"'],
  ['/v1/<"a">?id="\\é', '</v1/%3C%22a%22%3E?id=%22%5C%C3%A9&cursor=n%2B1>; rel="next"'],
  ['http://evil.example/v1/a?limit=5', '</v1/a?limit=5&cursor=n%2B1>; rel="next"'],
  ['/v1/a?limit=5#there', '</v1/a?limit=5&cursor=n%2B1>; rel="next"'],
])('the page behind %s', (url, field) => {
  expect(linkField({ next: { cursor: 'n+1' }, previous: null }, url)).toBe(field)
})

test('names the pages on both sides, unless that would be too long to arrive', () => {
  const both = { next: { cursor: 'n' }, previous: { cursor: 'p' } }
  expect(linkField(both, '/v1/a')).toBe('</v1/a?cursor=n>; rel="next", </v1/a?cursor=p>; rel="prev"')
  expect(linkField({ next: { cursor: 'n'.repeat(3000) } }, '/v1/a')).toBe('')
})
