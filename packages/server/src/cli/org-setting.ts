import { HOOKS, ORG_DEFAULTS, type OrgChange, orgChangeSchema } from '../accounts/model.ts'
import { parse, type Parsed } from '../api/parse.ts'
import { settingsSchema } from '../comments/model.ts'
import { EXIT, Problem } from '../problem.ts'

const ORG_FIELDS = Object.keys(orgChangeSchema.omit({ settings: true }).shape)
const DISCUSSION_SETTINGS = Object.keys(settingsSchema.shape)

/** `maxDepth=3`: a field of the org, or else a setting of its discussions. An empty value goes back to the default. */
export function changeIn(assignment: string): OrgChange {
  const [, name, written = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(assignment) ?? []
  if (name === undefined) throw wrong('--set is written as setting=value, such as --set maxDepth=3.')
  const change = { [name]: written === '' ? defaultOf(name) : valueOf(written) }
  if (ORG_FIELDS.includes(name)) return fieldIn(name, change, written)
  if (!DISCUSSION_SETTINGS.includes(name))
    throw wrong(`There is no setting ${name}; there are: ${[...ORG_FIELDS, ...DISCUSSION_SETTINGS].join(', ')}.`)
  if (written === '') return { settings: { [name]: null } }
  demand('--set', parse(settingsSchema.partial(), change))
  return demand('--set', parse(orgChangeSchema, { settings: change }))
}

/** `name=2030` may be meant as text, though it is a number as JSON. */
function fieldIn(name: string, change: Record<string, unknown>, written: string): OrgChange {
  const read = parse(orgChangeSchema, change)
  const asText = read.flaws === null ? null : parse(orgChangeSchema, { [name]: written }).data
  return asText ?? demand(`--set${exampleOf(name)}`, read)
}

/** What was read, or a problem that says how to mend it. */
export function demand<T>(option: string, { data, flaws }: Parsed<T>): T {
  const [first] = flaws ?? []
  if (first !== undefined) throw wrong(`${option}: ${first.path || 'the value'} ${first.message}.`)
  return data as T
}

const DEFAULTS = new Map<string, unknown>(Object.entries(ORG_DEFAULTS))
const defaultOf = (name: string): unknown => (DEFAULTS.has(name) ? DEFAULTS.get(name) : '')

/** What is not a word or a number is written as JSON, which nobody would guess. */
const EXAMPLES = new Map([
  ['reactions', ` 'reactions={"like":"👍"}'`],
  ['origins', ` 'origins=["https://example.org"]'`],
  ['profileFields', ` 'profileFields=[{"name":"town","label":"Town"}]'`],
  ...HOOKS.map((hook): [string, string] => [hook, ` '${hook}={"url":"https://example.org/hook","secret":"…"}'`]),
])
const exampleOf = (name: string): string => (EXAMPLES.has(name) ? `, such as --set${EXAMPLES.get(name)}` : '')

/** JSON where it can be read as such, else the text itself. */
function valueOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

const wrong = (message: string): Problem => new Problem(EXIT.usage, message)
