import { personId } from '../../accounts/service.ts'
import type { Role } from '../../api/actor.ts'
import { follow } from '../../social/graph/follows.ts'
import type { Ground } from './ground.ts'
import { nextName } from './post.ts'

const TO_ALL = { to: 'public' as const, circles: [], people: [] }
const USERS = ['member', 'moderator', 'admin'] as const

/** One of those who have a token. */
export const userOf = ({ org, word }: Ground, role: Role) =>
  ({ org, id: personId(org, `${word}-${role}`), name: `${word} ${role}`, role, kind: 'person' }) as const

/** They are known, although they may not have been here yet. */
async function knownUsers({ context, org, word }: Ground): Promise<void> {
  await context.people.upsert(
    org,
    USERS.map((role) => ({ id: `${word}-${role}`, username: `${word} ${role}` })),
  )
}

/** Somebody who follows everybody who has a token. */
export async function newPerson(ground: Ground): Promise<string> {
  const { context, org, word } = ground
  await knownUsers(ground)
  const name = nextName(word)
  const [told] = await context.people.upsert(org, [{ id: name, username: `${word} person` }])
  const id = told?.person ?? ''
  const actor = { org, id, name, role: 'member', kind: 'person' } as const
  // Nobody waits here for what follows from it.
  const needs = { ...context.social.needs, followed: async () => {} }
  await Promise.all(USERS.map((role) => follow(needs, actor, userOf(ground, role).id)))
  return id
}

/** A poll of the moderator's on the member's wall, where all may see it. */
export async function newSocialPost(ground: Ground): Promise<string> {
  const { social } = ground.context
  await knownUsers(ground)
  const [member, moderator] = [userOf(ground, 'member'), userOf(ground, 'moderator')]
  await social.people.reviseProfile(member, { wall: 'everyone', isPrivate: false }, null)
  const { post } = await social.write(
    { actor: moderator },
    {
      text: `${ground.word} asks`,
      audience: TO_ALL,
      wall: member.id,
      poll: { choices: [`${ground.word} yes`, `${ground.word} no`], isMultiple: false, seconds: 3600 },
    },
  )
  await social.review(member, post._id, true)
  return post._id
}

/** Of each who has a token, by the same id. */
export async function newCircle(ground: Ground): Promise<string> {
  const { social } = ground.context
  const key = social.needs.world.newPart()
  for (const role of USERS) await social.circles.create(userOf(ground, role), { key, name: nextName(ground.word) })
  return key
}
