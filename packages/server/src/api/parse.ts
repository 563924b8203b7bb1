import type * as z from 'zod'
import { nearest } from '../config/nearest.ts'
import type { Flaw } from './refusal.ts'
import { wrongForm } from './wrong-form.ts'

type Issue = z.core.$ZodIssue
export type Parsed<T> = { data: T; flaws: null } | { data: null; flaws: Flaw[] }

/** Reads a value that came from outside; what is wrong with it is said so that it can be mended. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.output<S>> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  if (success) return { data, flaws: null }
  const known = 'shape' in schema && schema.shape instanceof Object ? Object.keys(schema.shape) : []
  return { data: null, flaws: error.issues.flatMap((issue) => flawsOf(issue, known)) }
}

/** Enough to mend a request; a stranger may send thousands, each as long as they like. */
const MOST_NAMED = 20
const LONGEST_NAMED = 64

function flawsOf(issue: Issue, known: readonly string[]): Flaw[] {
  const path = issue.path.map(String)
  // One that is told by its kind has no forms here, but names the kinds that there are.
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && isObject(issue.input))
    return flawsOfForms(issue.errors, path)
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: sentence(issue) }]
  return issue.keys.slice(0, MOST_NAMED).map((long) => {
    const key = long.length <= LONGEST_NAMED ? long : `${long.slice(0, LONGEST_NAMED)}…`
    const meant = path.length === 0 && key === long ? nearest(key, known) : null
    const hint = meant === null ? '' : ` (did you mean ${meant}?)`
    return { path: [...path, key].join('.'), message: `is not known here: leave it out${hint}` }
  })
}

const isObject = (value: unknown): boolean => value instanceof Object && !Array.isArray(value)

/** What may have one of several sets of fields: what is wrong in the one that was meant, or which there are. */
function flawsOfForms(forms: readonly (readonly Issue[])[], path: string[]): Flaw[] {
  const fitting = forms.filter((form) => form.every(({ code }) => code !== 'unrecognized_keys'))
  const [meant] = fitting.length === 1 ? fitting : forms.filter((form) => missingIn(form).length === 0)
  if (meant !== undefined) return meant.flatMap((issue) => flawsOf({ ...issue, path: [...path, ...issue.path] }, []))
  const sets = forms.map((form) => missingIn(form).join(' and '))
  return [
    {
      path: path.join('.'),
      message: `must have ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(sets)}`,
    },
  ]
}

const missingIn = (form: readonly Issue[]): string[] =>
  form.filter(({ code, input }) => code === 'invalid_type' && input === undefined).map(({ path }) => path.join('.'))

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing: it must be ${kind(issue.expected)}`
        : `must be ${kind(issue.expected)}`
    case 'too_small':
      return `must be ${least(issue.minimum, issue.origin)}`
    case 'too_big':
      return `must be ${most(issue.maximum, issue.origin)}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join('; ')
    case 'invalid_format':
      return wrongForm(issue)
    case 'invalid_union':
      return nearestForm(issue)
    default:
      return issue.message
  }
}

const oneOf = (values: readonly unknown[]): string =>
  `must be ${values
    .map(String)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')}`

/** Of several forms, that which was meant: the one whose kind is right and of which only a detail is wrong. */
function nearestForm(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return oneOf(issue.options)
  const forms: readonly (readonly Issue[])[] = issue.errors
  const meant = forms.find(([first]) => first !== undefined && (first.code !== 'invalid_type' || first.path.length > 0))
  const [first] = meant ?? []
  return first === undefined ? 'is none of the forms that are allowed here' : sentence(first)
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const kind = (expected: string): string => KINDS[expected] ?? expected

function least(minimum: number | bigint, origin: string): string {
  if (origin === 'string') return minimum === 1 ? 'more than empty' : `at least ${minimum} characters long`
  return origin === 'array' ? `a list of at least ${minimum}` : `at least ${minimum}`
}

function most(maximum: number | bigint, origin: string): string {
  if (origin === 'string') return `at most ${maximum} characters long`
  return origin === 'array' ? `a list of at most ${maximum}` : `at most ${maximum}`
}
