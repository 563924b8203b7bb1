/** The part of the script of `/docs` that reads schemas: shows them as types, and makes examples of them. */
export const SCHEMA_SCRIPT = String.raw`
const MOST_LEVELS = 5
const resolved = (schema) => schema && schema.$ref ? spec.components.schemas[schema.$ref.split('/').pop()] || {} : schema || {}
const alternatives = (schema) => schema.anyOf || schema.oneOf || null

/* As TypeScript would write it; what was met on the way is only named. */
const typeOf = (schema, level = 0, met = []) => {
  const name = schema && schema.$ref ? schema.$ref.split('/').pop() : null
  if (name && (met.includes(name) || level > MOST_LEVELS)) return name
  const known = resolved(schema)
  const within = name ? [...met, name] : met
  if ('const' in known) return JSON.stringify(known.const)
  if (known.enum) return known.enum.length > 12 ? 'string' : known.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (alternatives(known)) return alternatives(known).map((one) => typeOf(one, level, within)).join(' | ')
  if (known.type === 'array') return 'Array<' + typeOf(known.items, level, within) + '>'
  if (known.type !== 'object' && !known.properties) return [known.type || 'any'].flat().join(' | ')
  const pad = '  '.repeat(level + 1)
  const required = known.required || []
  const members = Object.entries(known.properties || {}).map(([member, of]) => {
    const why = resolved(of).description || of.description
    const optional = required.includes(member) ? '' : '?'
    return pad + member + optional + ': ' + typeOf(of, level + 1, within) + (why ? '  // ' + why : '')
  })
  if (members.length === 0) return '{ [name]: ' + typeOf(known.additionalProperties, level + 1, within) + ' }'
  return '{\n' + members.join('\n') + '\n' + '  '.repeat(level) + '}'
}

/* Something to begin with: what is required, and nothing else. */
const exampleOf = (schema, level = 0) => {
  const known = resolved(schema)
  if (known.default !== undefined) return known.default
  if (known.examples) return known.examples[0]
  if ('const' in known) return known.const
  if (known.enum) return known.enum[0]
  if (alternatives(known)) return exampleOf(alternatives(known)[0], level)
  if (known.type === 'array') return level > MOST_LEVELS || !known.minItems ? [] : [exampleOf(known.items, level + 1)]
  if (known.type === 'string') return ''
  if (known.type === 'integer' || known.type === 'number') return known.minimum > 0 ? known.minimum : 0
  if (known.type === 'boolean') return false
  if (known.type === 'null') return null
  const members = (known.required || []).map((name) => [name, exampleOf((known.properties || {})[name], level + 1)])
  return Object.fromEntries(members)
}
`
