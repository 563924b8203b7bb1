import type { Dice } from '../../../comments/seeding/dice.ts'
import { type Call, callOf, urlOf } from '../call.ts'
import { isObject, type Operation } from '../document.ts'
import { exampleOf } from '../examples.ts'
import { CALLERS, type Ground } from '../ground.ts'
import type { Ids } from '../ids.ts'
import { BODIES, FIELD_VALUES, FIELDS, METHODS, TEXTS, TYPES, VALUES } from './nasty.ts'

export type Known = { operations: readonly [Operation, ...Operation[]]; ground: Ground; ids: Ids }
export type FuzzRequest = { method: string; url: string; fields: [string, string][]; body: Buffer | null }

/** One request out of all that could be sent: a good one with some things wrong, or nothing right at all. */
export function fuzzRequest(dice: Dice, { operations, ground, ids }: Known): FuzzRequest {
  const picked = dice.pick(operations)
  // Not too often, or nobody is left.
  const operation = exampleOf(picked).endsCaller === true && dice.happens(0.9) ? dice.pick(operations) : picked
  const call = changed(dice, callOf(operation, ids))
  const url = dice.happens(0.15) ? trickyUrl(dice, urlOf(call)) : urlOf(call)
  const method = dice.happens(0.05) ? dice.pick(METHODS) : operation.method
  const body = bodyOf(dice, call)
  return { method, url, body, fields: fieldsOf(dice, ground, body !== null) }
}

/** Text as it stands in the table, put together from it, or any at all. */
export function anyText(dice: Dice): string {
  if (dice.happens(0.6)) return dice.pick(TEXTS)
  if (dice.happens(0.3)) return `${dice.pick(TEXTS).slice(0, 100)}${dice.pick(TEXTS).slice(0, 100)}`.toWellFormed()
  return String.fromCodePoint(...Array.from({ length: dice.below(12) }, () => dice.below(0x110000))).toWellFormed()
}

function anyValue(dice: Dice): unknown {
  return dice.happens(0.5) ? anyText(dice) : dice.pick(VALUES)
}

function changed(dice: Dice, call: Call): Call {
  const { params, query } = call
  const names = call.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const next = { params: { ...params }, query: { ...query } as Record<string, string | string[]>, body: call.body }
  for (let left = dice.below(4); left > 0; left--) {
    const way = dice.below(4)
    const param = Object.keys(params)[dice.below(3)]
    if (way === 0 && param !== undefined) next.params[param] = anyText(dice)
    if (way === 1) next.query[names[dice.below(names.length + 1)] ?? anyText(dice)] = anyText(dice)
    if (way === 2) next.query[names[dice.below(names.length)] ?? 'id'] = [anyText(dice), anyText(dice)]
    if (way === 3) next.body = changedValue(dice, next.body)
  }
  return { ...call, ...next }
}

/** The value with something else somewhere inside. */
function changedValue(dice: Dice, value: unknown): unknown {
  if (!isObject(value) || dice.happens(0.15)) return anyValue(dice)
  const names = Object.keys(value)
  const name = names[dice.below(names.length + 1)] ?? anyText(dice)
  const way = dice.below(4)
  const { [name]: member, ...others } = value
  if (way === 0) return others
  // Written as JSON has it: a member of that name, not the prototype.
  const put = (inside: unknown): unknown => Object.fromEntries([...Object.entries(others), [name, inside]])
  return put(way === 1 ? anyValue(dice) : changedValue(dice, member))
}

function bodyOf(dice: Dice, { body, operation }: Call): Buffer | null {
  if (dice.happens(0.12)) return Buffer.from(dice.pick(BODIES))
  if (dice.happens(0.03)) return Buffer.from(Array.from({ length: dice.below(300) }, () => dice.below(256)))
  if (body === undefined) return operation.requestBody !== undefined && dice.happens(0.1) ? Buffer.from('{}') : null
  const bytes = Buffer.from(JSON.stringify(body))
  if (dice.happens(0.08) && bytes.length > 0) bytes[dice.below(bytes.length)] = dice.below(256)
  return dice.happens(0.04) ? bytes.subarray(0, dice.below(bytes.length)) : bytes
}

function fieldsOf(dice: Dice, { tokens }: Ground, hasBody: boolean): [string, string][] {
  const token = tokens[dice.pick(CALLERS)]
  const fields: [string, string][] = token === null ? [] : [['authorization', `Bearer ${token}`]]
  if (hasBody) fields.push(['content-type', dice.happens(0.85) ? 'application/json' : dice.pick(TYPES)])
  for (let left = dice.happens(0.4) ? dice.below(4) : 0; left > 0; left--)
    fields.push([dice.pick(FIELDS), dice.pick(FIELD_VALUES)])
  if (dice.happens(0.01)) for (let at = 0; at < 120; at++) fields.push([`x-${at}`, 'a'])
  return fields
}

const TRICKS: readonly [(url: string, dice: Dice) => string, ...((url: string, dice: Dice) => string)[]] = [
  (url) => url.replace('/v1/', '/v1//'),
  (url) => url.replace('/v1/', '/v1/./'),
  (url) => url.replace('/v1/', '/%76%31/'),
  (url) => url.replace('/v1/', '/v1/%2e%2e/v1/'),
  (url) => url.replace('/v1/', '/V1/'),
  (url) => `/${url}`,
  (url) => `${url}/`,
  (url) => `${url};a=b`,
  (url) => `${url}%00`,
  (url) => `${url}%c0%af`,
  (url) => `${url}%`,
  (url) => `${url}?`,
  (url) => `${url}&&&=&=1&a`,
  (url) => `${url}#frag`,
  (url) => url.replace('?', '?__proto__[polluted]=1&constructor[prototype][polluted]=1&'),
  (url) => url.replace('?', '?limit[$gt]=1&cursor=%ff&'),
  (url) => `${url}?${'a=1&'.repeat(2000)}`,
  (url) => `${url}?${'a'.repeat(20_000)}`,
  (url) => url.replaceAll('/', '%2f'),
  (url) => url.replaceAll('/', '\\'),
  (_url, dice) => `/${encodeURI(anyText(dice).slice(0, 200).toWellFormed())}`,
  (_url, dice) =>
    `/v1/${Array.from({ length: 10 }, () => encodeURIComponent(anyText(dice).slice(0, 50).toWellFormed())).join('/')}`,
]

const trickyUrl = (dice: Dice, url: string): string => dice.pick(TRICKS)(url, dice)
