import { personId } from '../../accounts/ids.ts'
import type { Actor } from '../../api/actor.ts'
import { build } from '../../social/news/push/building.ts'
import { openContext } from '../comments-torture/prepare.ts'

const ORG = 'main'
const AUTHORS = 2
const AT_ONCE = 100
/** Everybody's news are kept. */
export const SETTINGS = { PALAVER_NEWS_KEPT_FROM: '0', PALAVER_LINK_PREVIEWS: '0' }

const nameOf = (at: number): string => `person${at}`
const actorOf = (at: number): Actor => ({
  org: ORG,
  id: personId(ORG, nameOf(at)),
  name: nameOf(at),
  role: 'member',
  kind: 'person',
  hostId: nameOf(at),
})

export type Prepared = { tokens: string[]; followers: string[] }

/** A few who write and many who follow them all; nobody has yet followed what that told. */
export async function prepare(folder: string, followers: number): Promise<Prepared> {
  const { accounts, moderation, people, social, store } = await openContext(folder, SETTINGS)
  try {
    await accounts.ensureFirst()
    const admin = { org: ORG, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
    await moderation.putRules(admin, [{ phase: 'banned' }], null)
    const all = Array.from({ length: AUTHORS + followers }, (_, at) => at)
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE).map((one) => ({ id: nameOf(one), username: nameOf(one) }))
      await people.upsert(ORG, some)
    }
    const following = all.slice(AUTHORS).map(actorOf)
    const settle = async (actor: Actor): Promise<void> => {
      for (let author = 0; author < AUTHORS; author++) await social.follow(actor, actorOf(author).id)
      await build(social.pusher.needs, { org: ORG, id: actor.id })
    }
    for (let at = 0; at < following.length; at += AT_ONCE)
      await Promise.all(following.slice(at, at + AT_ONCE).map(settle))
    const authors = all.slice(0, AUTHORS).map((one) => ({ id: nameOf(one), username: nameOf(one) }))
    const tokens = await Promise.all(authors.map((person) => accounts.issue(ORG, person, 1)))
    return { tokens, followers: following.map(({ id }) => id) }
  } finally {
    await store.close()
  }
}
