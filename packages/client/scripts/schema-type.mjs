const REF = '#/components/schemas/'
const PRIMITIVES = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }

/**
 * A JSON Schema as a TypeScript type. `lists` stands before `[]`: `readonly ` for what a caller hands over. What has no
 * type of its own (a length, a pattern) is left to the service.
 */
export function typeOf(schema, lists = '') {
  if (schema === true || schema === undefined) return 'unknown'
  if (schema === false || isNothing(schema.not)) return 'never'
  const parts = [shapeOf(schema, lists), ...combined(schema, lists)].filter((part) => part !== null)
  if (parts.length === 0) return 'unknown'
  return parts.length === 1 ? parts[0] : parts.map(inParentheses).join(' & ')
}

const isNothing = (not) => not === true || (typeof not === 'object' && Object.keys(not).length === 0)

function combined({ anyOf, oneOf, allOf = [] }, lists) {
  const choices = [anyOf, oneOf].filter((one) => one !== undefined).map((members) => union(members, lists))
  return [...choices, ...allOf.map((member) => typeOf(member, lists))]
}

/** What the schema says itself, apart from those that it combines. */
function shapeOf(schema, lists) {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ') || 'never'
  const types = typesOf(schema)
  if (types.length === 0) return null
  return types.map((type) => PRIMITIVES[type] ?? structureOf(type, schema, lists)).join(' | ')
}

/** The type is plain from the members where it is not written. */
function typesOf({ type, properties, additionalProperties, items, prefixItems }) {
  if (type !== undefined) return [type].flat()
  if (properties !== undefined || additionalProperties !== undefined) return ['object']
  return items !== undefined || prefixItems !== undefined ? ['array'] : []
}

function structureOf(type, schema, lists) {
  if (type === 'object') return objectOf(schema, lists)
  if (type !== 'array') throw new Error(`There is no type "${type}" in JSON Schema.`)
  if (schema.prefixItems === undefined) return `${lists}${inParentheses(typeOf(schema.items, lists))}[]`
  const rest = schema.items === false ? [] : [`...${inParentheses(typeOf(schema.items, lists))}[]`]
  return `${lists}[${[...schema.prefixItems.map((one) => typeOf(one, lists)), ...rest].join(', ')}]`
}

function objectOf({ properties = {}, required = [], additionalProperties }, lists) {
  const members = Object.entries(properties).map(([name, schema]) =>
    memberOf(name, { schema, type: typeOf(schema, lists), isRequired: required.includes(name) }),
  )
  // Beside members with names, an index would have to fit each of them.
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  if (additionalProperties === false) return 'Record<string, never>'
  return `Record<string, ${typeOf(additionalProperties, lists)}>`
}

/** `undefined` is as good as absent: neither reaches the service. */
export function memberOf(name, { schema = {}, type, isRequired }) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const line = isRequired ? `${key}: ${type}` : `${key}?: ${type} | undefined`
  return `${comment(schema.description)}${line}`
}

/** A comment on its own line, or nothing. */
export function comment(text) {
  return text === undefined || text === '' ? '' : `/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n`
}

export const union = (schemas, lists) => [...new Set(schemas.map((one) => typeOf(one, lists)))].join(' | ') || 'never'

/** The name of a component, as TypeScript can write it. */
export function nameOf(ref) {
  const name = ref.replace(REF, '').replace(/\W+/g, '_')
  return /^\d/.test(name) ? `_${name}` : name
}

/** More of them than are needed: the formatter takes those away. */
const inParentheses = (type) => (/\W/.test(type) ? `(${type})` : type)
