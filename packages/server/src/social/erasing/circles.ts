import type { Collection } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Circles, Membership } from '../model.ts'
import { type Item, namerOf, type NameNeeds } from './names.ts'

export type CirclesOf = { circles: Collection<Circles> }
type Needs = NameNeeds & CirclesOf & { memberships: Collection<Membership> }

const BATCH = 100

/** Somebody's circles, with who is in them. In whose circles they are themselves, nobody is told, not even they. */
export const circlesPlace = (needs: Needs): PersonalPlace => ({
  name: 'circles',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

/** By their keys. */
export const circleNames = async ({ circles }: CirclesOf, owner: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await circles.get(owner))?.circles.map(({ key, name }) => [key, name]))

async function* items(needs: Needs, { org, id: owner }: Whose): AsyncGenerator<Item> {
  const nameOf = namerOf(needs, org)
  for (const { key, name, created } of (await needs.circles.get(owner))?.circles ?? []) {
    const people: string[] = []
    for (let last = '', isMore = true; isMore;) {
      const where = { owner, circles: key, member: { $gt: last } }
      const { docs } = await needs.memberships.find({ where, sort: { member: 1 }, limit: BATCH, next: false })
      for (const { member } of docs) people.push(await nameOf(member))
      last = docs.at(-1)?.member ?? last
      isMore = docs.length === BATCH
    }
    yield { name, created, people: people.toSorted() }
  }
}

async function erase({ circles, memberships }: Needs, { id }: Whose): Promise<void> {
  await circles.remove({ _id: id })
  for (const where of [{ owner: id }, { member: id }])
    for (;;) {
      const { docs } = await memberships.find({ where, limit: BATCH, next: false })
      for (const { _id } of docs) await memberships.remove({ _id })
      if (docs.length < BATCH) break
    }
}
