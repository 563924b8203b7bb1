import { type OrgChange, orgChangeSchema } from '../accounts/model.ts'
import { parse, type Parsed } from '../api/parse.ts'
import { settingsSchema } from '../comments/model.ts'
import { EXIT, Problem } from '../problem.ts'

const ORG_FIELDS = Object.keys(orgChangeSchema.omit({ settings: true }).shape)
const DISCUSSION_SETTINGS = Object.keys(settingsSchema.shape)

/** `maxDepth=3`: a field of the org, or else a setting of its discussions, which an empty value takes back. */
export function changeIn(assignment: string): OrgChange {
  const [, name, written = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(assignment) ?? []
  if (name === undefined) throw wrong('--set is written as setting=value, such as --set maxDepth=3.')
  const change = { [name]: valueOf(written) }
  if (ORG_FIELDS.includes(name)) return demand('--set', parse(orgChangeSchema, change))
  if (!DISCUSSION_SETTINGS.includes(name))
    throw wrong(`There is no setting ${name}; there are: ${[...ORG_FIELDS, ...DISCUSSION_SETTINGS].join(', ')}.`)
  if (written === '') return { settings: { [name]: null } }
  demand('--set', parse(settingsSchema.partial(), change))
  return demand('--set', parse(orgChangeSchema, { settings: change }))
}

/** What was read, or a problem that says how to mend it. */
export function demand<T>(option: string, { data, flaws }: Parsed<T>): T {
  const [first] = flaws ?? []
  if (first !== undefined) throw wrong(`${option}: ${first.path || 'the value'} ${first.message}.`)
  return data as T
}

/** JSON where it can be read as such, else the text itself. */
function valueOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

const wrong = (message: string): Problem => new Problem(EXIT.usage, message)
