import type { Actor } from '../api/actor.ts'
import type { SecretPost, Secrets } from '../comments/service.ts'
import type { Held } from './model.ts'
import { withdrawHeld } from './held.ts'
import { instant, type Needs } from './needs.ts'

type SecretNeeds = Pick<Needs, 'held' | 'comments' | 'log' | 'world'>

/** Who is shadow-banned sees so many of their own: enough not to notice, and bounded. */
const MOST = 100
const NEWEST = { at: -1, _id: -1 } as const

const isSecretOf = ({ org }: Pick<Actor, 'org'>, held: Held): boolean =>
  held.secretly && held.kind === 'post' && held.state === 'waiting' && held.org === org

const secretOf = (held: Held): SecretPost => ({ ...held, id: held._id, rewritten: held.rewritten ?? null })

/** What shadow-banned people wrote, for themselves: it waits like all that is held, and they are not to notice. */
export const secretsIn = (needs: () => SecretNeeds): Secrets => ({
  in: async (actor, discussion) => {
    const where = { discussion, 'author.id': actor.id, state: 'waiting' } as const
    const { docs } = await needs().held.find({ where, sort: NEWEST, limit: MOST, next: false })
    return docs.filter((held) => isSecretOf(actor, held)).map(secretOf)
  },
  between: async (actor, { from, until }) => {
    const at = { ...(from !== null && { $gte: from }), ...(until !== null && { $lt: until }) }
    const within = from === null && until === null ? {} : { at }
    const where = { org: actor.org, 'author.id': actor.id, ...within }
    const { docs } = await needs().held.find({ where, sort: NEWEST, limit: MOST, next: false })
    return docs.filter((held) => isSecretOf(actor, held)).map(secretOf)
  },
  rewrite: async (actor, id, { text, html, mentions }) => {
    const at = instant(needs())
    await needs().held.change(id, (held, to) => {
      if (held === null || !isSecretOf(actor, held) || held.author.id !== actor.id) return null
      const rewritten = { at, times: (held.rewritten?.times ?? 0) + 1 }
      return to.change({ $set: { text, html, mentions, rewritten } })
    })
  },
  withdraw: (actor, id) => withdrawHeld(needs(), actor, id),
})
