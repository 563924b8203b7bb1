import type { Accounts, People } from '../../accounts/service.ts'
import { addFollow, type Social } from '../../social/service.ts'
import { actorOf, ORG } from '../people.ts'
import type { Villager } from './sample.ts'

/** What the magazine has its readers say of themselves. */
const FIELDS = [
  { name: 'town', label: 'Found at' },
  { name: 'askMe', label: 'Ask me about' },
]

export const askForFields = (accounts: Accounts): Promise<unknown> => accounts.change(ORG, { profileFields: FIELDS })

/** Shows somebody as they want to be shown, with their circles. */
export async function introduce(social: Social, villager: Villager): Promise<void> {
  const { id, bio, links, town, askMe, isPrivate = false, wall = 'following' } = villager
  const actor = actorOf(id)
  const fields = [
    { name: 'town', value: town, to: 'everyone' as const },
    ...(askMe === undefined ? [] : [{ name: 'askMe', ...askMe }]),
  ]
  await social.people.reviseProfile(actor, { bio, links: [...links], fields, isPrivate, wall }, null)
  for (const { key, name, people } of villager.circles) {
    await social.circles.create(actor, { key, name })
    await Promise.all(people.map((member) => social.circles.add(actor, key, actorOf(member).id)))
  }
}

type Needs = { social: Social; people: People }

/** Whom they follow, whom they have asked, and whom they would rather not hear. */
export async function acquaint({ social, people }: Needs, villager: Villager, at: string): Promise<void> {
  const actor = actorOf(villager.id)
  const edge = (whom: string) => ({ org: ORG, follower: actor.id, followee: actorOf(whom).id, at })
  const { follows, asks = [], mutes = [] } = villager
  await Promise.all([
    ...follows.map((whom) => addFollow(social.needs, edge(whom))),
    ...asks.map((whom) => addFollow(social.needs, { ...edge(whom), state: 'asked' })),
    ...mutes.map((whom) => people.relations.mute(actor, actorOf(whom).id, null)),
  ])
}
