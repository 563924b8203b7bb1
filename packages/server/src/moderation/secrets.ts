import type { Actor } from '../api/actor.ts'
import type { Filter, Page, Position } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import {
  changedMeanwhile,
  type Rewriting,
  type SecretPost,
  type Secrets,
  type SecretText,
} from '../comments/service.ts'
import { type Held, type HeldState, revOf } from './model.ts'
import { takeBack } from './held.ts'
import { instant, type Needs } from './needs.ts'

type SecretNeeds = Pick<Needs, 'held' | 'comments' | 'log' | 'world'>

/** Who is shadow-banned sees so many of their own: enough not to notice, and bounded. */
const MOST = 100
const NEWEST = { at: -1, _id: -1 } as const

/** What was decided on it is not to be noticed either. */
const SHOWN: ReadonlySet<HeldState> = new Set(['waiting', 'approved', 'rejected', 'spam'])

const isShownTo = ({ org, id }: Pick<Actor, 'org' | 'id'>, held: Held): boolean =>
  held.kind === 'post' && held.org === org && held.author.id === id && isToBeSeen(held)

const isToBeSeen = ({ secretly, state, forgotten }: Held): boolean => secretly && SHOWN.has(state) && forgotten !== true

const secretOf = (held: Held): SecretPost => ({ ...held, id: held._id, rewritten: held.rewritten ?? null })

type Where = Filter<Held>

/** What shadow-banned people wrote, for themselves: it waits like all that is held, and they are not to notice. */
export function secretsIn(needs: () => SecretNeeds): Secrets {
  const newest = async (actor: Pick<Actor, 'org' | 'id'>, more: Where): Promise<SecretPost[]> => {
    const where = { org: actor.org, 'author.id': actor.id, secretly: true, ...more }
    const { docs } = await needs().held.find({ where, sort: NEWEST, limit: MOST, next: false })
    return docs.filter((held) => isShownTo(actor, held)).map(secretOf)
  }
  return {
    all: (whose, kind) => allOf(needs(), whose, kind),
    in: (actor, discussion) => newest(actor, { discussion }),
    between: (actor, { from, until }) => {
      const at = { ...(from !== null && { $gte: from }), ...(until !== null && { $lt: until }) }
      return newest(actor, from === null && until === null ? {} : { at })
    },
    rewrite: (actor, id, as) => rewrite(needs(), { actor, id }, as),
    withdraw: (actor, id) => withdraw(needs(), actor, id),
  }
}

const BATCH = 100

async function* allOf(
  { held }: SecretNeeds,
  { org, id }: Pick<Actor, 'org' | 'id'>,
  kind: Held['kind'],
): AsyncGenerator<SecretText> {
  const query = { where: { org, 'author.id': id, secretly: true }, sort: { at: 1, _id: 1 } as const, limit: BATCH }
  for (let after: Position | null = null; ;) {
    const page: Page<Held> = await held.find({ ...query, after })
    for (const one of page.docs)
      if (one.kind === kind && isToBeSeen(one))
        yield { discussion: one.discussion, slug: one.slug, at: one.at, secret: secretOf(one) }
    if (page.next === null) return
    after = page.next
  }
}

/** What is approved is about to be a comment like others, and is changed as such. */
async function rewrite(
  needs: SecretNeeds,
  { actor, id }: { actor: Actor; id: string },
  as: Rewriting,
): Promise<boolean> {
  const at = instant(needs)
  const { text, html, mentions, why, rev } = as
  const { doc } = await needs.held.change(id, (held, to) => {
    if (held === null || !isShownTo(actor, held) || held.state === 'approved') return null
    const seen = revOf(held)
    if (rev !== null && rev !== seen) throw changedMeanwhile({ rev: seen })
    if (held.text === text) return null
    return to.change({ $set: { text, html, mentions, why: why ?? held.why, rewritten: { at, times: seen } } })
  })
  return doc !== null && isShownTo(actor, doc) && doc.state !== 'approved'
}

/** What was rejected is rejected, and its author sees it no longer. */
async function withdraw(needs: SecretNeeds, actor: Actor, id: string): Promise<boolean> {
  const { doc } = await needs.held.change(id, (held, to) => {
    const isOver = held !== null && isShownTo(actor, held) && (held.state === 'rejected' || held.state === 'spam')
    return isOver ? to.change({ $set: { forgotten: true } }) : null
  })
  if (doc?.forgotten === true) return true
  try {
    await takeBack(needs, actor, id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'already-decided') return false
    throw error
  }
}
