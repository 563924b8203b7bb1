import type { Call } from './call.ts'
import { bodySchema, type Document, isObject, pointedAt, type Schema } from './document.ts'
import { flawsOf } from './json-schema.ts'

/** A request with one thing wrong, and where the answer must say that it is. */
export type WrongCall = { what: string; call: Call; path: string }

const UNKNOWN = 'unheardOf'
const VALUES: readonly unknown[] = [null, true, 1.5, -1, 1e15, '', 'no such thing \u0000', [], {}, [{}], { $gt: '' }]
const TEXTS = ['', 'no such thing', '-1', '1.5', '1e3', '99999999999', '\u0000'] as const

/** Everything of a request that can be wrong, one at a time, as far as the document says what is right. */
export const wrongCalls = (document: Document, call: Call): WrongCall[] => [
  ...wrongParameters(document, call),
  ...wrongBodies(document, call),
  ...wrongHeaders(call),
]

function wrongParameters(document: Document, call: Call): WrongCall[] {
  const { operation, params, query } = call
  const named = operation.parameters.flatMap(({ name, in: place, schema, required }) => {
    if (place === 'header') return []
    const path = `${place}.${name}`
    const put = (value: string): Call =>
      place === 'path'
        ? { ...call, params: { ...params, [name]: value } }
        : { ...call, query: { ...query, [name]: value } }
    const wrong = [...TEXTS, tooLong(schema)].filter((text) => !(place === 'path' && text === ''))
    const values = wrong.filter((text) => !fitsAsText(document, schema, text))
    const cases = values.map((text) => ({ what: `${path} is ${shown(text)}`, call: put(text), path }))
    if (place === 'path' || !required) return cases
    return [...cases, { what: `${path} is missing`, call: { ...call, query: without(query, name) }, path }]
  })
  if (operation['x-ignores-query'] === true) return named
  const unknown = { ...call, query: { ...query, [UNKNOWN]: 'x' } }
  return [...named, { what: 'an unknown parameter', call: unknown, path: `query.${UNKNOWN}` }]
}

/** In an address all is text: a number is one that can be read as such. */
function fitsAsText(document: Document, schema: Schema, text: string): boolean {
  const number = /^\d{1,9}$/.test(text) ? [Number(text)] : []
  return [text, ...number].some((value) => flawsOf(schema, value, { document, at: '' }).length === 0)
}

function wrongBodies(document: Document, call: Call): WrongCall[] {
  const schema = bodySchema(call.operation)
  const surplus = { what: 'a body where none is taken', call: { ...call, body: {} }, path: '' }
  // A body of a GET means nothing, so it is not even read; of one that is no JSON nothing can be said here.
  if (schema === undefined && call.raw !== undefined) return []
  if (schema === undefined) return call.operation.method === 'GET' ? [] : [surplus]
  const wrong = wrongValues(document, schema, call.body)
  const cases = wrong.map(({ path, value, what }) => ({
    what: `${path} ${what}`,
    call: { ...call, body: value },
    path,
  }))
  if (call.operation.requestBody?.required !== true) return cases
  return [...cases, { what: 'no body', call: { ...call, body: undefined }, path: '' }]
}

type WrongValue = { path: string; value: unknown; what: string }

/** The valid value with something else in each place. */
function wrongValues(document: Document, schema: Schema, valid: unknown): WrongValue[] {
  const own = [...VALUES, tooLong(schema), tooMany(schema, valid)].flatMap((value): WrongValue[] =>
    flawsOf(schema, value, { document, at: '' }).length === 0 ? [] : [{ path: '', value, what: `is ${shown(value)}` }],
  )
  const members = membersOf(document, schema)
  if (members === null || !isObject(valid)) return own.filter(({ value }) => !isPartlyWrong(members, value))
  const inside = Object.entries(members.properties).flatMap(([name, member]): WrongValue[] => {
    const wrong = wrongValues(document, member, valid[name]).map(({ path, value, what }) => ({
      path: path === '' ? name : `${name}.${path}`,
      value: { ...valid, [name]: value },
      what,
    }))
    if (!members.required.includes(name)) return wrong
    return [...wrong, { path: name, value: without(valid, name), what: 'is missing' }]
  })
  const unknown = { path: UNKNOWN, value: { ...valid, [UNKNOWN]: 1 }, what: 'is not known' }
  return [...own.filter(({ value }) => !isObject(value)), ...inside, ...(members.isClosed ? [unknown] : [])]
}

/** An object that is wrong is so because of its members: the answer names those. */
const isPartlyWrong = (members: object | null, value: unknown): boolean => members !== null && isObject(value)

type Members = { properties: Record<string, Schema>; required: readonly string[]; isClosed: boolean }

function membersOf(document: Document, schema: Schema): Members | null {
  const { $ref, properties, required = [], additionalProperties } = schema
  if (typeof $ref === 'string') return membersOf(document, pointedAt(document, $ref) as Schema)
  if (properties === undefined) return null
  return {
    properties: properties as Record<string, Schema>,
    required: required as string[],
    isClosed: additionalProperties === false,
  }
}

const longest = ({ maxLength, anyOf }: Schema): number =>
  Math.max(Number(maxLength ?? 0), ...((anyOf as Schema[] | undefined) ?? []).map(longest))

/** Text is never allowed to be longer than a document holds, whether the document says so or not. */
const tooLong = (schema: Schema): string => 'a'.repeat(longest(schema) + 1)

const tooMany = ({ maxItems }: Schema, valid: unknown): unknown[] =>
  Array.from({ length: Number(maxItems ?? 0) + 1 }, () => (Array.isArray(valid) ? valid[0] : 'a'))

function wrongHeaders(call: Call): WrongCall[] {
  const taken = call.operation.parameters.filter((one) => one.in === 'header').map(({ name }) => name)
  const wrong = {
    'if-match': ['', 'r1', '"', ',', '"r1'],
    'idempotency-key': ['', 'ü', 'a b', 'k'.repeat(256)],
  }
  return Object.entries(wrong).flatMap(([name, values]) =>
    taken.includes(name)
      ? values.map((value) => ({
          what: `${name}: ${shown(value)}`,
          call: { ...call, headers: { [name]: value } },
          path: `header.${name}`,
        }))
      : [],
  )
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 30)

const without = <T>(members: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([one]) => one !== name))
