import { z } from 'zod'
import { ROLES } from '../../api/actor.ts'
import { EXIT, Problem } from '../../problem.ts'
import { STARTERS, VISIBILITIES } from '../model.ts'
import { colourField, descriptionField, emojiField, nameField, refField, slugField } from '../routes/inputs.ts'
import { inLocales, localeField } from '../routes/locale-fields.ts'
import { pageField } from '../routes/tree-inputs.ts'
import { lineOfError, linesOfTopics } from './json-lines.ts'
import { inPreorder, nameIn, type Said, type WantedTree, type Wish, wrongLine } from './wish.ts'

export const JSON_VERSION = 1

const key = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
// What comes by a file is checked as what comes by a request: addresses and colours of both end up in pages.
const spoken = z.strictObject({
  name: nameField,
  slug: slugField.nullable().default(null),
  description: descriptionField.default(null),
})

/** What it says of topics is what anybody may say of them who arranges them otherwise. */
const topic = z.strictObject({
  key,
  parent: key.nullable().default(null),
  name: z.string(),
  slug: slugField.optional(),
  ref: refField.optional(),
  description: descriptionField.optional(),
  emoji: emojiField.optional(),
  colour: colourField.optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
  starts: z.enum(STARTERS).nullable().optional(),
  locales: inLocales(spoken).optional(),
})

const page = pageField.default(null)
const settings = z.strictObject({
  key: key.optional(),
  name: nameField.optional(),
  locale: localeField.optional(),
  pages: z.strictObject({ topic: page, discussion: page }).optional(),
})

const whole = z.strictObject({
  palaverTopics: z.literal(JSON_VERSION, `must be ${JSON_VERSION}: this version reads no other`),
  tree: settings.default({}),
  topics: z.array(z.unknown()),
})

/** Our own format: all that people said of topics, in their order. What a topic does not say stays as it is. */
export function readJson(source: string): WantedTree {
  const json = source.replace(/^\uFEFF/, '')
  const { tree, topics } = checked(whole, parsed(json), 1)
  const lines = linesOfTopics(json)
  const wishes = inPreorder(topics.map((one, at) => wishIn(one, lines[at] ?? 1)))
  requireDifferent(wishes)
  return { format: 'json', tree: withoutGaps(tree), topics: wishes, isOrdered: true, source: null, notes: [] }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw wrongLine(lineOfError(json), `it is no JSON: ${message.replace(/ in JSON at position.*$/, '')}.`)
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, line: number): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  if (issue === undefined) throw new Problem(EXIT.usage, 'The file cannot be read.')
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  // Of a name of a member that cannot be, the reason lies further inside.
  const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue
  throw wrongLine(line, `${place}${message.replace(/\.$/, '')}.`)
}

function wishIn(value: unknown, line: number): Wish {
  const { key: id, parent, name, ...rest } = checked(topic, value, line)
  const said: Said = withoutGaps(rest)
  return { line, id, key: id, parent, name: nameIn(name, line), ref: said.ref ?? null, said }
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

function withoutGaps<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Given<T>
}

/** No two topics have the same ref, or the same slug beside each other. */
function requireDifferent(wishes: readonly Wish[]): void {
  const taken = new Map<string, Wish>()
  for (const wish of wishes) {
    const slugs = [wish.said.slug, ...Object.values(wish.said.locales ?? {}).map((variant) => variant.slug)]
    const names = [
      ...new Set(slugs.flatMap((one) => (one === undefined || one === null ? [] : [`the slug ${one}`]))),
    ].map((name) => ({ name, scope: wish.parent }))
    const all = wish.ref === null ? names : [...names, { name: `the ref ${wish.ref}`, scope: null }]
    for (const { name, scope } of all) {
      const place = JSON.stringify([scope, name])
      const other = taken.get(place)
      if (other !== undefined) throw wrongLine(wish.line, `${name} is that of “${other.name}” (line ${other.line}).`)
      taken.set(place, wish)
    }
  }
}
