import { call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Circle, PersonBrief, PersonBriefs } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

export type { Circle } from './generated/types.ts'

const CIRCLES = '/v1/me/circles'
const CIRCLE = `${CIRCLES}/{circle}` as const
const PEOPLE = `${CIRCLE}/people` as const

type InCircle = { circle: string; person: string }

/** The caller's circles, in the order in which they were made. */
export async function circles(palaver: Palaver, options?: ReadOptions): Promise<Circle[]> {
  return (await call(palaver, `GET ${CIRCLES}`, { options })).circles
}

/** Makes a circle; any name will do. */
export function createCircle(palaver: Palaver, name: string, options?: CallOptions): Promise<Circle> {
  return call(palaver, `POST ${CIRCLES}`, { body: { name }, options })
}

/** Gives a circle another name. */
export function renameCircle(
  palaver: Palaver,
  { circle, name }: { circle: string; name: string },
  options?: CallOptions,
): Promise<Circle> {
  return call(palaver, `PATCH ${CIRCLE}`, { path: { circle }, body: { name }, options })
}

/** Deletes a circle: what is for it alone is from now on for nobody but the caller. */
export function deleteCircle(palaver: Palaver, circle: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${CIRCLE}`, { path: { circle }, options })
}

/** Who is in a circle. */
export function circlePeople(
  palaver: Palaver,
  { circle, ...wanted }: { circle: string } & Wanted<`GET ${typeof PEOPLE}`>,
  options?: ReadOptions,
): Listing<PersonBrief, PersonBriefs> {
  const itemsOf = ({ people }: PersonBriefs): readonly PersonBrief[] => people
  return list(palaver, { operation: `GET ${PEOPLE}`, path: { circle }, query: wanted, itemsOf }, options)
}

/** Puts somebody into a circle; they are not told. */
export function addToCircle(palaver: Palaver, path: InCircle, options?: CallOptions): Promise<undefined> {
  return call(palaver, `PUT ${PEOPLE}/{person}`, { path, options })
}

/** Takes somebody out of a circle; they are not told. */
export function removeFromCircle(palaver: Palaver, path: InCircle, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${PEOPLE}/{person}`, { path, options })
}
