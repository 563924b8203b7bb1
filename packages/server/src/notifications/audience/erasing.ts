import type { Collection, Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Following } from '../model.ts'
import type { Preferences } from '../preferences/model.ts'

type Needs = { followings: Collection<Following>; preferences: Collection<Preferences> }
type Items = AsyncGenerator<Readonly<Record<string, unknown>>>

const BATCH = 100

/** Lists of whom an event concerned hold ids alone, and go after a while. */
export const audiencePlaces = (needs: Needs): PersonalPlace[] => [
  { name: 'followed discussions', items: (whose) => levels(needs, whose), erase: (whose) => unfollow(needs, whose) },
  {
    name: 'preferences',
    items: (whose) => choices(needs, whose),
    erase: async ({ org, id }) => void (await needs.preferences.remove({ _id: id, org })),
  },
]

async function* levels({ followings }: Needs, { org, id }: Whose): Items {
  for (let after: Position | null = null; ;) {
    const page: Page<Following> = await followings.find({ where: { person: id }, sort: { at: 1 }, limit: BATCH, after })
    for (const { discussion, level, takesPart, at, org: theirs } of page.docs)
      if (theirs === org) yield { discussion, level, takesPart: takesPart !== undefined, since: at }
    if (page.next === null) return
    after = page.next
  }
}

/** No two orgs share the id of a person. */
async function unfollow({ followings }: Needs, { id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await followings.find({ where: { person: id }, limit: BATCH })
    await Promise.all(docs.map(({ _id }) => followings.remove({ _id })))
    if (docs.length < BATCH) return
  }
}

async function* choices({ preferences }: Needs, { org, id }: Whose): Items {
  const found = await preferences.get(id)
  if (found?.org === org) yield { ...found.choices, unsubscribed: found.unsubscribed }
}
