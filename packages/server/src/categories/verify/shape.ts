import { ROLES } from '../../api/actor.ts'
import { type Retired, STARTERS, type Topic, type Tree, type Variant, VISIBILITIES } from '../model.ts'
import type { Documents } from './read.ts'

type Fit = (value: unknown, topic: Topic) => unknown

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOrNull: Fit = (value) => (typeof value === 'string' ? value : null)
const countFromOne: Fit = (value) => (Number.isSafeInteger(value) && Number(value) >= 1 ? value : 1)
const oneOf =
  (values: readonly unknown[], otherwise: unknown): Fit =>
  (value) =>
    values.includes(value) ? value : otherwise

/** Each member of a topic as it can be: as it is, or what is safest where it is none of its kind. */
const FITS: Readonly<Partial<Record<keyof Topic, Fit>>> = {
  parent: textOrNull,
  name: (value, { slug, key }) =>
    [value, slug].find((one): one is string => typeof one === 'string' && one !== '') ?? key,
  description: textOrNull,
  emoji: textOrNull,
  colour: textOrNull,
  locales: (value) => (isRecord(value) ? variantsIn(value) : {}),
  // Who may see it is not known: then nobody may but admins.
  visibility: oneOf(VISIBILITIES, 'roles'),
  roles: (value) => (Array.isArray(value) ? value.filter((one) => ROLES.includes(one)) : []),
  starts: oneOf([...STARTERS, null], null),
  ref: textOrNull,
  retired: (value, { created }) => (value === null || value === undefined ? null : retiredFrom(value, created)),
  since: countFromOne,
  created: (value) => (typeof value === 'string' ? value : new Date(0).toISOString()),
  rev: countFromOne,
}

function variantsIn(locales: Record<string, unknown>): Record<string, Variant> {
  const fit = Object.entries(locales).flatMap(([locale, variant]): [string, Variant][] => {
    if (!isRecord(variant) || typeof variant['name'] !== 'string') return []
    const { name, slug, description } = variant
    return [[locale, { name, slug: textOrNull(slug, NOBODY), description: textOrNull(description, NOBODY) } as Variant]]
  })
  return Object.fromEntries(fit)
}

function retiredFrom(value: unknown, created: unknown): Retired {
  const { at, operation, heir } = isRecord(value) ? value : {}
  return {
    at: typeof at === 'string' ? at : typeof created === 'string' ? created : new Date(0).toISOString(),
    operation: typeof operation === 'string' ? operation : '',
    heir: typeof heir === 'string' ? heir : null,
  }
}

const NOBODY = {} as Topic

/** What has to be set for a topic to be one; empty where all is of its kind. */
export function unfitIn(topic: Topic): Partial<Topic> {
  const wrong = Object.entries(FITS).flatMap(([name, fit]): [string, unknown][] => {
    const value: unknown = Reflect.get(topic, name)
    const fitting = fit(value, topic)
    return JSON.stringify(fitting) === JSON.stringify(value) ? [] : [[name, fitting]]
  })
  return Object.fromEntries(wrong)
}

/** Whether what is under way can be finished by whoever meets it. */
export function isReadable({ pending }: Pick<Tree, 'pending'>): boolean {
  if (pending === null) return true
  const { id, version, changes, formers } = isRecord(pending) ? pending : ({} as Record<string, unknown>)
  return typeof id === 'string' && Number.isSafeInteger(version) && Array.isArray(changes) && Array.isArray(formers)
}

/** The documents as they can be read: without what is none. */
export function readable({ tree, topics, formers }: Documents): Documents {
  return {
    tree: isReadable(tree) ? tree : { ...tree, pending: null },
    topics: topics.map((topic) => ({ ...topic, ...unfitIn(topic) })),
    formers,
  }
}
