import { Refusal } from '../../api/refusal.ts'
import { MOST_LOCALES, type Truth, type Variant } from '../model.ts'
import { freeSlug, numbered, slugOf } from '../slugs.ts'
import type { Draft } from './draft.ts'

/** A name in another language; its slug there is made of it where it is not said, and none where it is null. */
export type VariantInput = { name: string; slug?: string | null; description?: string | null }

type Place = { parent: string | null; key: string }

/** `yields`: a slug that is taken there gets a number behind it, instead of being refused. */
type Wanted = Place & { name: string; slug?: string | undefined; yields?: boolean }

/** A slug that was asked for is taken or refused; one that is made of the name is made so that it is free. */
export function slugIn(draft: Draft, { parent, key, name, slug, yields = false }: Wanted): string {
  const isTaken = (one: string): boolean => draft.isTaken(parent, one, key)
  if (slug === undefined || yields) return freeSlug(slug ?? slugOf(name), isTaken)
  if (isTaken(slug)) throw new Refusal('slug-taken', `Another topic beside it has the slug “${slug}”: choose another.`)
  return slug
}

type Spoken = Place & { slug: string; locales: Record<string, VariantInput>; yields?: boolean }

export function variantsIn(draft: Draft, { locales, slug: own, ...place }: Spoken): Record<string, Variant> {
  const mine = new Set([own])
  const variants = Object.entries(locales).map(([locale, variant]): [string, Variant] => {
    const { name, slug, description = null } = variant
    if (slug === null) return [locale, { name, slug, description }]
    // Its slugs in several languages may be the same.
    const isOwn = mine.has(slug ?? slugOf(name))
    const found = isOwn ? (slug ?? slugOf(name)) : slugIn(draft, { ...place, name, slug })
    mine.add(found)
    return [locale, { name, slug: found, description }]
  })
  return Object.fromEntries(variants)
}

/** Also where each request brings a few of them. */
export function requireFewLocales(locales: Readonly<Record<string, unknown>>): void {
  if (Object.keys(locales).length <= MOST_LOCALES) return
  const message = `must be at most ${MOST_LOCALES} languages with those that it has`
  throw new Refusal('invalid', `body.locales ${message}.`, [{ path: 'body.locales', message }])
}

export function requireFreeRef(draft: Draft, key: string, ref: string | null = null): void {
  const taken = ref === null ? null : draft.byRef(ref, key)
  if (taken !== null) throw new Refusal('ref-taken', `The topic “${taken.name}” has the reference ${ref} already.`)
}

/** Whether its slug was made of its name: then it goes along when the name changes. */
export function followsName({ name, slug }: Pick<Truth, 'name' | 'slug'>): boolean {
  const made = slugOf(name)
  const number = /-(\d+)$/.exec(slug)?.[1]
  return slug === made || (number !== undefined && slug === numbered(made, number))
}
