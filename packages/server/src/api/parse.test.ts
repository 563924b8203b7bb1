import { expect, test } from 'vitest'
import * as z from 'zod'
import { parse } from './parse.ts'

const schema = z.strictObject({
  text: z.string().min(1).max(5),
  size: z.int().min(1).max(9).optional(),
  order: z.enum(['up', 'down']).optional(),
  tags: z.array(z.string()).max(2).optional(),
  kind: z.discriminatedUnion('is', [z.object({ is: z.literal('a') }), z.object({ is: z.literal('b') })]).optional(),
})

test('what is right comes out typed', () => {
  expect(parse(schema, { text: 'a' })).toEqual({ data: { text: 'a' }, flaws: null })
})

test.each([
  [{}, 'text', 'is missing: it must be text'],
  [{ text: 5 }, 'text', 'must be text'],
  [{ text: '' }, 'text', 'must be more than empty'],
  [{ text: '123456' }, 'text', 'must be at most 5 characters long'],
  [{ text: 'a', size: 0 }, 'size', 'must be at least 1'],
  [{ text: 'a', size: 10 }, 'size', 'must be at most 9'],
  [{ text: 'a', size: 1.5 }, 'size', 'must be a whole number'],
  [{ text: 'a', order: 'left' }, 'order', 'must be up or down'],
  [{ text: 'a', tags: 'x' }, 'tags', 'must be a list'],
  [{ text: 'a', tags: ['x', 1] }, 'tags.1', 'must be text'],
  [{ text: 'a', tags: ['x', 'y', 'z'] }, 'tags', 'must be a list of at most 2'],
  [{ text: 'a', ordr: 'up' }, 'ordr', 'is not known here: leave it out (did you mean order?)'],
  [{ text: 'a', kind: { is: 'c' } }, 'kind.is', 'must be a or b'],
  [{ text: 'a', kind: {} }, 'kind.is', 'must be a or b'],
  [null, '', 'must be an object'],
])('%j: %s %s', (value, path, message) => {
  expect(parse(schema, value).flaws).toEqual([{ path, message }])
})

test.each([
  [z.iso.datetime(), 'must be a time such as 2026-01-31T12:00:00Z'],
  [z.iso.date(), 'must be a date such as 2026-01-31'],
  [z.uuid(), 'must be a UUID such as 123e4567-e89b-42d3-a456-426614174000'],
  [z.url(), 'must be an address such as https://example.org/'],
  [z.email(), 'must be an email address such as ada@example.org'],
  [z.ipv4(), 'must be a valid IPv4 address'],
  [z.string().startsWith('a'), 'must start with "a"'],
  [z.string().regex(/^a$/), 'must match pattern /^a$/'],
  [z.string().regex(/^a$/, 'must be an a'), 'must be an a'],
  [z.iso.datetime({ error: 'must be when it ends' }), 'must be when it ends'],
  [z.iso.datetime().nullable(), 'must be a time such as 2026-01-31T12:00:00Z'],
])('a form is told by an example, a name, or the sentence of its schema (%#)', (form, message) => {
  expect(parse(form, '~').flaws).toEqual([{ path: '', message }])
})

test('of several sets of fields it says what is wrong in the one that was meant, or which there are', () => {
  const forms = z.union([
    z.strictObject({ ids: z.array(z.string()).min(1) }),
    z.strictObject({ type: z.string(), id: z.string() }),
    z.strictObject({ upTo: z.int() }),
  ])
  const flawsOf = (value: unknown) => parse(forms, value).flaws?.map(({ path, message }) => `${path} ${message}`)
  expect(flawsOf({ upTo: 1 })).toBeUndefined()
  expect(flawsOf({ upTo: 'x' })).toEqual(['upTo must be a number'])
  expect(flawsOf({ ids: [] })).toEqual(['ids must be a list of at least 1'])
  expect(flawsOf({ type: 'article' })).toEqual(['id is missing: it must be text'])
  expect(flawsOf({ ids: ['a'], upTo: 3 })).toEqual(['upTo is not known here: leave it out'])
  for (const value of [{}, { nope: 1 }]) expect(flawsOf(value)).toEqual([' must have ids, type and id or upTo'])
})
