import type { PersonDocument } from '../../accounts/service.ts'
import { POST_RESOURCE } from '../../social/service.ts'
import { asPerson } from '../audience/in-the-way.ts'
import type { AudienceNeeds } from '../audience/needs.ts'
import type { Item, Skip } from '../model.ts'
import type { Preferences } from '../preferences/model.ts'
import { withDefaults } from '../preferences/preferences.ts'
import type { Social } from '../audience/audience-of.ts'
import { type Look, lookAt } from './looking.ts'

export type RegardingNeeds = Pick<AudienceNeeds, 'people' | 'preferences' | 'social' | 'now'>

/** What is known of somebody who may be told of a post or a person, and what is in the way of it. */
export type Regarded = {
  item: Item
  skip: Skip | null
  who: PersonDocument | null
  preferences: Preferences | null
  /** What it takes to tell them. */
  told: Social
}

/** Looks at everybody as they are now: they are few, because it concerns them by name. */
export async function regardedSocial(
  needs: RegardingNeeds,
  items: readonly Item[],
  doers: readonly string[],
): Promise<Regarded[]> {
  const [first] = items
  if (first === undefined) return []
  const ids = items.map(({ person }) => person)
  const documents = await needs.preferences.documentsOf(first.org, ids)
  return Promise.all(
    items.map(async (item): Promise<Regarded> => {
      const who = await needs.people.get(item.org, item.person)
      const preferences = documents.get(item.person) ?? null
      const plain = asPerson(needs, { doers }, { person: item.person, who })
      const look = needs.social === undefined ? NOTHING : await lookAt(needs.social, whoseOf(item), [item])
      const skip = plain ?? asChosen(needs, item, preferences) ?? look.lost(item)
      return { item, who, preferences, skip, told: await toldOf(needs, item, look) }
    }),
  )
}

const whoseOf = ({ org, person }: Item) => ({ org, id: person })

const NOTHING: Look = { lost: () => 'not-there', post: () => null, person: () => null }

function asChosen({ now }: RegardingNeeds, { post }: Item, preferences: Preferences | null): Skip | null {
  const { mutedUntil, mutedTypes } = withDefaults(preferences?.choices ?? {})
  if (mutedUntil !== null && Date.parse(mutedUntil) > now()) return 'muted-all'
  return post !== undefined && mutedTypes.includes(POST_RESOURCE) ? 'muted-type' : null
}

async function toldOf({ social }: RegardingNeeds, item: Item, look: Look): Promise<Social> {
  const by = look.person(item.actor?.id ?? '')?.name ?? ''
  const post = look.post(item)
  const about = item.post !== undefined ? { post: item.post } : { person: item.actor?.id ?? '' }
  return { by, post, url: (await social?.pageOf(item.org, about)) ?? null }
}

/** Who is shadow-banned tells nobody of anything, and does not know. */
export async function isShadowed({ people, now }: RegardingNeeds, org: string, actor: string): Promise<boolean> {
  const shadow = (await people.get(org, actor))?.shadow ?? null
  return shadow !== null && (shadow.until === null || Date.parse(shadow.until) > now())
}
