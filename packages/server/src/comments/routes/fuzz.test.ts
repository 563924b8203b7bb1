import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Route } from '../../api/route.ts'
import { conversation, expectAsDocumented, service } from './service.fixtures.ts'

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '-',
    '',
    '0',
    '-1',
    '1e9',
    '0.0',
    'main',
    'page',
    'threaded',
    'best',
    '__proto__',
    'constructor',
    '..',
    '%',
    '~',
  ),
  fc.string({ minLength: 1000, maxLength: 5000 }),
)
const header = fc.string({
  unit: fc.constantFrom('a', 'r', '1', '"', '*', ',', 'W/', ' ', '-', ';', '=', 'é', '\t'),
  maxLength: 30,
})
const json = fc.oneof(
  fc.json(),
  fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
  fc
    .dictionary(
      fc.constantFrom('text', 'parent', 'title', 'url', 'resource', 'settings', 'value', '$set', 'a.b'),
      fc.oneof(word, fc.jsonValue()),
    )
    .map((value) => JSON.stringify(value)),
  fc.string(),
)

/** Names of parameters that some route knows, so that their values are looked at. */
const namesOf = (routes: readonly Route[]): string[] => [
  ...new Set(routes.flatMap(({ query }) => Object.keys(query?.shape ?? {}))),
]

test('whatever is sent to whichever route, the answer is as documented and never a 500', async () => {
  const all = await service()
  const { discussion, slug } = await conversation(all, ['a', 'a.b'])
  const tokens = [await all.token('ada'), await all.token('root', 'admin')]
  const known = fc.constantFrom(discussion, '-', slug('a'), slug('a.b').replace('/', '.'), '0.0', 'like')
  const request = fc.record({
    route: fc.constantFrom(...all.routes),
    params: fc.array(fc.oneof(known, word), { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(fc.oneof(fc.constantFrom(...namesOf(all.routes)), word), fc.oneof(word, known), {
      maxKeys: 4,
    }),
    body: fc.option(json, { nil: undefined }),
    token: fc.option(fc.oneof(fc.constantFrom(...tokens), header), { nil: undefined }),
    fields: fc.dictionary(
      fc.constantFrom('if-match', 'if-none-match', 'idempotency-key', 'palaver-seen', 'accept-encoding'),
      header,
    ),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ route, params, query, body, token, fields }) => {
      const left = [...params]
      const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent((left.shift() ?? '').toWellFormed()))
      const url = `${path}?${new URLSearchParams(query).toString()}`
      const headers = {
        ...fields,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const payload = body === undefined ? {} : { payload: body }
      const answer = await all.app.inject({ method: route.method, url, headers, ...payload })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      if (answer.statusCode >= 400)
        expect(answer.json()).toMatchObject({ code: expect.any(String), detail: expect.any(String) })
      else if (answer.headers['content-encoding'] === undefined)
        expectAsDocumented([route], { method: route.method, url }, answer)
    }),
    { numRuns: 1500 },
  )
})
