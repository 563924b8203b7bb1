import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/setup/root.mjs'
import { GENERATED, openApiDocument, typesOf } from './generate.mjs'
import { operationsOf } from './operation-type.mjs'
import { typeOf } from './schema-type.mjs'

test('the types are those of the service as it is: npm run generate makes them anew', () => {
  expect(typesOf(openApiDocument())).toBe(readFileSync(join(root, GENERATED), 'utf8'))
})

const plain = (type) => type.replace(/\s+/g, ' ')

test.each([
  [{ type: 'string', minLength: 1, format: 'date-time' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: 'a' }, '"a"'],
  [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
  [{ enum: [] }, 'never'],
  [{}, 'unknown'],
  [true, 'unknown'],
  [false, 'never'],
  [{ not: {} }, 'never'],
  [{ $ref: '#/components/schemas/Some-Thing' }, 'Some_Thing'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array' }, 'unknown[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[string]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...number[]]'],
  [{ oneOf: [{ type: 'string' }, { type: 'string' }, { type: 'number' }] }, 'string | number'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: 'null' } }, required: ['b'] }] },
    'A & ({ b: null })',
  ],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [
    { type: 'object', properties: { a: { type: 'string', description: 'An */ a.' }, 'b-c': {} }, required: ['a'] },
    '{ /** An * / a. */ a: string "b-c"?: unknown | undefined }',
  ],
])('%j is %s', (schema, type) => {
  expect(plain(typeOf(schema))).toBe(type)
})

test('what a caller hands over may be read-only', () => {
  expect(typeOf({ type: 'array', items: { type: 'string' } }, 'readonly ')).toBe('readonly string[]')
})

test('a type that JSON Schema does not have is told', () => {
  expect(() => typeOf({ type: 'date' })).toThrow('There is no type "date"')
})

const json = (schema) => ({ content: { 'application/json': { schema } } })
const operationOf = (operation, components = {}) =>
  plain(operationsOf({ paths: { '/x/{id}': { get: operation } }, components })[0])

test('an operation has its parameters by their place, those that the client sends by itself left out', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'If-Match', in: 'header', schema: { type: 'string' } },
    { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
  ]
  expect(operationOf({ summary: 'Reads.', parameters, responses: { 204: { description: '' } } })).toBe(
    '/** Reads. */ "GET /x/{id}": { input: { path: { id: string } query?: { limit?: number | undefined } ' +
      'headers?: { "If-Match"?: string | undefined } } answer: undefined }',
  )
})

test('an answer is whatever a good one may be: values, nothing, a file', () => {
  const responses = {
    200: json({ type: 'string' }),
    201: { $ref: '#/components/responses/Made' },
    202: { content: { 'application/zip': {} } },
    204: { description: 'Nothing.' },
    303: { description: 'Elsewhere.' },
    default: json({ type: 'boolean' }),
  }
  const components = { responses: { Made: json({ type: 'number' }) } }
  expect(operationOf({ responses }, components)).toContain('answer: string | number | Blob | undefined')
  expect(operationOf({})).toContain('input: {} answer: unknown')
})

test('a body that is not JSON is a file, one that may be left out may be', () => {
  expect(operationOf({ requestBody: { content: { 'text/csv': {} } } })).toContain('body: Blob')
  expect(operationOf({ requestBody: json({ type: 'string' }) })).toContain('body?: string | undefined')
  expect(operationOf({ requestBody: { required: true, ...json({ type: 'string' }) } })).toContain('body: string')
})

test('what never ends, and a page for people, is not for calls', () => {
  const of = (type) => operationsOf({ paths: { '/x': { get: { responses: { 200: { content: { [type]: {} } } } } } } })
  expect([of('text/event-stream'), of('text/html')]).toEqual([[], []])
  expect(of('application/atom+xml')).toHaveLength(1)
})
