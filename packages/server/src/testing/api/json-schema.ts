import { isDeepStrictEqual } from 'node:util'
import { isObject, pointedAt, type Schema } from './document.ts'

type Place = { document: object; at: string }
type Check = (wanted: unknown, value: unknown, place: Place & { schema: Schema }) => string[]

/**
 * What is wrong with a value, as the JSON Schema of the document says. It knows the keywords that the document uses and
 * throws at any other, so that none is passed over.
 */
export function flawsOf(schema: Schema, value: unknown, place: Place): string[] {
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`This validator does not know the keyword ${keyword} (at ${place.at}).`)
    return check(wanted, value, { ...place, schema })
  })
}

const wrong = ({ at }: Place, sentence: string): string[] => [`${at || 'the value'} ${sentence}`]
const unless = (isRight: boolean, place: Place, sentence: string): string[] => (isRight ? [] : wrong(place, sentence))
const nothing: Check = () => []

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
}

const ofText = (isRight: (wanted: never, text: string) => boolean, name: string): Check => {
  return (wanted, value, place) =>
    unless(typeof value !== 'string' || isRight(wanted as never, value), place, `must have ${name} ${String(wanted)}`)
}
const ofNumber = (isRight: (wanted: number, value: number) => boolean, name: string): Check => {
  return (wanted, value, place) =>
    unless(typeof value !== 'number' || isRight(wanted as number, value), place, `must be ${name} ${String(wanted)}`)
}
const ofList = (isRight: (wanted: number, length: number) => boolean, name: string): Check => {
  return (wanted, value, place) =>
    unless(
      !Array.isArray(value) || isRight(wanted as number, value.length),
      place,
      `must have ${name} ${String(wanted)}`,
    )
}
const anyOf: Check = (forms, value, place) => {
  const flaws = (forms as Schema[]).map((form) => flawsOf(form, value, place))
  return flaws.some((list) => list.length === 0) ? [] : wrong(place, `is of no form: ${flaws.flat().join('; ')}`)
}
const below = (place: Place, name: string | number): Place => ({ ...place, at: `${place.at}.${name}` })

const CHECKS: Readonly<Record<string, Check>> = {
  id: nothing,
  title: nothing,
  description: nothing,
  default: nothing,
  examples: nothing,
  $ref: (pointer, value, place) => {
    const schema = pointedAt(place.document, String(pointer))
    if (!isObject(schema)) throw new Error(`${String(pointer)} leads nowhere.`)
    return flawsOf(schema, value, place)
  },
  type: (names, value, place) =>
    unless(
      [names].flat().some((name) => TYPES[String(name)]?.(value) === true),
      place,
      `must be ${String(names)}`,
    ),
  enum: (values, value, place) =>
    unless((values as unknown[]).includes(value), place, `must be one of ${String(values)}`),
  const: (wanted, value, place) => unless(isDeepStrictEqual(wanted, value), place, `must be ${String(wanted)}`),
  anyOf,
  oneOf: anyOf,
  allOf: (forms, value, place) => (forms as Schema[]).flatMap((form) => flawsOf(form, value, place)),
  // Code points, as JSON Schema counts, and never fewer than what the service counts.
  minLength: ofText((least: number, text) => text.length >= least, 'a length from'),
  maxLength: ofText((most: number, text) => text.length <= most, 'a length to'),
  pattern: ofText((pattern: string, text) => new RegExp(pattern, 'u').test(text), 'the form'),
  format: ofText((name: string, text) => FORMATS[name]?.(text) ?? true, 'the format'),
  minimum: ofNumber((least, value) => value >= least, 'at least'),
  maximum: ofNumber((most, value) => value <= most, 'at most'),
  exclusiveMinimum: ofNumber((least, value) => value > least, 'more than'),
  exclusiveMaximum: ofNumber((most, value) => value < most, 'less than'),
  minItems: ofList((least, length) => length >= least, 'members from'),
  maxItems: ofList((most, length) => length <= most, 'members to'),
  items: (schema, value, place) =>
    Array.isArray(value) ? value.flatMap((one, at) => flawsOf(schema as Schema, one, below(place, at))) : [],
  required: (names, value, place) =>
    isObject(value)
      ? (names as string[]).flatMap((name) => unless(Object.hasOwn(value, name), below(place, name), 'is missing'))
      : [],
  properties: (schemas, value, place) =>
    isObject(value)
      ? Object.entries(schemas as Record<string, Schema>).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? flawsOf(schema, value[name], below(place, name)) : [],
        )
      : [],
  propertyNames: (schema, value, place) =>
    isObject(value) ? Object.keys(value).flatMap((name) => flawsOf(schema as Schema, name, below(place, name))) : [],
  additionalProperties: (allowed, value, place) => {
    if (!isObject(value)) return []
    const named = Object.keys((place.schema['properties'] ?? {}) as object)
    const others = Object.keys(value).filter((name) => !named.includes(name))
    if (allowed === false) return others.flatMap((name) => wrong(below(place, name), 'is not announced'))
    return others.flatMap((name) => flawsOf(allowed as Schema, value[name], below(place, name)))
  },
}
