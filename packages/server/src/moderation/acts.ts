import { createHash } from 'node:crypto'
import { Duplicate } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { moderationEvent } from './events.ts'
import type { Act, ActName } from './model.ts'
import { instant, type Needs } from './needs.ts'
import { requireModerator } from './policy.ts'

type ActNeeds = Pick<Needs, 'acts' | 'comments' | 'world'>
export type Wanted = Pick<Act, 'act' | 'discussion' | 'slug' | 'reason'>

/** What an act is called once it is done. */
const DONE: Readonly<Record<ActName, string>> = {
  reject: 'rejected',
  spam: 'spam',
  delete: 'deleted',
  publish: 'published',
  keep: 'kept',
}

/** A moderator's act on a comment, with its reason. Under an Idempotency-Key a repeat ends in the same act. */
export async function act(needs: ActNeeds, actor: Actor, wanted: Wanted & { key: string | null }): Promise<Act> {
  const { key, ...request } = wanted
  const { actor: here, discussion } = await needs.comments.situation(actor, { discussion: wanted.discussion })
  requireModerator(here)
  const _id = key === null ? needs.world.newId() : hashOf([actor.org, actor.id, key])
  const known = key === null ? null : await needs.acts.get(_id)
  if (known === null) await needs.comments.comment(discussion, wanted.slug)
  if (key !== null) await needs.comments.claimKey(actor, key, ['act', request])
  const begun = known ?? (await begin(needs, { ...freshOf(actor, request), _id, at: instant(needs) }))
  if (!isSame(begun, request)) throw keyReused()
  if (begun.code !== undefined) throw new Refusal(begun.code, begun.failure ?? '')
  return begun.state === 'begun' ? carryOut(needs, begun) : begun
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

export const keyReused = (): Refusal =>
  new Refusal('key-reused', 'This Idempotency-Key was used for another request: use a new one for each.')

const isSame = (known: Wanted, asked: Wanted): boolean =>
  known.act === asked.act &&
  known.discussion === asked.discussion &&
  known.slug === asked.slug &&
  known.reason === asked.reason

const freshOf = ({ org, id, name }: Actor, wanted: Wanted): Omit<Act, '_id' | 'at'> => ({
  org,
  ...wanted,
  by: { id, name },
  state: 'begun',
  failure: null,
})

async function begin({ acts }: ActNeeds, fresh: Act): Promise<Act> {
  try {
    await acts.insert(fresh, { events: [toldOf(fresh, 'act-begun', fresh.at)] })
    return fresh
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await acts.get(fresh._id)) ?? fresh
  }
}

const toldOf = ({ _id, org, discussion, slug, reason, by }: Act, op: string, at: string) =>
  moderationEvent({ id: `${_id}.${op}`, org, op, at, by, about: { act: _id, discussion, slug, reason } })

/** What the next try may find otherwise. */
const PASSING = new Set<Refusal['code']>(['busy', 'host-unavailable', 'store-unavailable'])

/** Does it, and notes that it is done: the event of that tells of it. Twice is as once. */
export async function carryOut(needs: ActNeeds, begun: Act): Promise<Act> {
  try {
    await perform(needs, { ...begun, event: `${begun._id}.done` })
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.has(error.code)) throw error
    const failed = { state: 'failed', failure: error.message, code: error.code } as const
    await needs.acts.update({ _id: begun._id, state: 'begun' }, { $set: failed })
    throw error
  }
  const events = [toldOf(begun, DONE[begun.act], instant(needs))]
  await needs.acts.update({ _id: begun._id, state: 'begun' }, { $set: { state: 'done' } }, { events })
  return { ...begun, state: 'done' }
}

type Performed = Pick<Act, 'org' | 'act' | 'discussion' | 'slug' | 'by'> & { event: string }

/** Changes the comment. Who may was looked at before; the moderator's name stays with it. */
export async function perform({ comments }: Pick<Needs, 'comments'>, performed: Performed): Promise<void> {
  const { act: name, discussion, slug, by, event, org } = performed
  if (name === 'keep') return
  if (name === 'delete') {
    const actor: Actor = { org, id: by.id, name: by.name, role: 'admin', kind: 'server' }
    await comments.delete({ actor, ref: { discussion }, key: event }, slug)
    return
  }
  const status = ({ reject: 'rejected', spam: 'spam', publish: 'published' } as const)[name]
  await comments.decide({ discussion, slug, status, by, event })
}
