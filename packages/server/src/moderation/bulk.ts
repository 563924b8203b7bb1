import { isIP } from 'node:net'
import { Duplicate } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { hashOf, keyReused } from './acts.ts'
import { type BulkShown, withLeft } from './bulk-left.ts'
import { moderationEvent } from './events.ts'
import type { Bulk, Where } from './model.ts'
import { moderatesAll } from './moderated.ts'
import { instant, type Needs } from './needs.ts'
import { requireModerator } from './policy.ts'

type BulkNeeds = Pick<Needs, 'bulks' | 'comments' | 'addresses' | 'hostDecides' | 'world'>
export type BulkWanted = Pick<Bulk, 'act' | 'where' | 'reason'>

/**
 * Notes what is to be done; the consumer of its event does it, step by step. Under an Idempotency-Key a repeat finds
 * what was begun.
 */
export async function beginBulk(
  needs: BulkNeeds,
  actor: Actor,
  { key = null, ...wanted }: BulkWanted & { key?: string | null },
): Promise<BulkShown> {
  requireModerator(actor)
  const where = await readable(needs, actor.org, wanted.where)
  const request = hashOf([wanted.act, where, wanted.reason])
  const _id = key === null ? needs.world.newId() : hashOf(['bulk', actor.org, actor.id, key])
  if (key !== null) await needs.comments.claimKey(actor, key, ['bulk', request])
  const known = key === null ? null : await needs.bulks.get(_id)
  const begun = known ?? (await begin(needs, actor, { ...wanted, where, _id, request }))
  if (begun.request !== request) throw keyReused()
  return known === null ? { ...begun, left: 0 } : withLeft(needs, actor, begun)
}

type Begun = BulkWanted & Pick<Bulk, '_id'> & { request: string }

async function begin(needs: BulkNeeds, actor: Actor, wanted: Begun): Promise<Bulk> {
  const { org } = actor
  const at = instant(needs)
  const where = { ...wanted.where, until: wanted.where.until ?? at }
  const bulk: Bulk = {
    _id: wanted._id,
    org,
    act: wanted.act,
    where,
    reason: wanted.reason,
    by: byOf(actor),
    at,
    state: 'running',
    step: 0,
    through: 'comments',
    cursor: null,
    done: 0,
    changed: 0,
    of: await countedBefore(needs, { by: actor, where }),
    request: wanted.request,
  }
  try {
    await needs.bulks.insert(bulk, { events: [begunEvent(bulk)] })
    return bulk
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await needs.bulks.get(bulk._id)) ?? bulk
  }
}

/** Where the host decides who sees what, nobody is told how much there is before it was asked about each. */
export const countedBefore = async (needs: BulkNeeds, { by, where }: Pick<Bulk, 'by' | 'where'>): Promise<number> =>
  (await moderatesAll(needs, by)) ? needs.comments.countAuthored({ org: by.org, ...queryOf(where) }) : 0

/** Its numbers are about what they may moderate who began it: where that is not the same for all, they alone see them. */
export async function bulkOf(needs: BulkNeeds, actor: Actor, id: string): Promise<BulkShown> {
  requireModerator(actor)
  const found = await needs.bulks.get(id)
  if (found === null || found.org !== actor.org || !(await maySee(needs, actor, found)))
    throw new Refusal('bulk-not-found', 'There is no bulk act of that id.')
  return withLeft(needs, actor, found)
}

const maySee = async (needs: BulkNeeds, actor: Actor, { by }: Bulk): Promise<boolean> =>
  by.id === actor.id || moderatesAll(needs, actor)

/** What of it is looked up; words are looked for in the texts. */
export const queryOf = ({ user, address, from, until }: Where) => ({ author: user, address, from, until })

/** An address is kept as its hash, as everywhere. */
async function readable({ addresses }: BulkNeeds, org: string, where: Where): Promise<Where> {
  const { address } = where
  if (address === undefined || isIP(address) === 0) return where
  return { ...where, address: (await addresses.hashed(org, address)) ?? address }
}

const byOf = ({ org, id, name, role, kind, hostId }: Actor): Bulk['by'] => ({
  org,
  id,
  name,
  role,
  kind,
  ...(hostId === undefined ? {} : { hostId }),
})

const begunEvent = ({ _id, org, act, where, reason, by, at }: Bulk) =>
  moderationEvent({
    id: `${_id}.begun`,
    org,
    op: 'bulk-begun',
    at,
    by,
    about: {
      bulk: _id,
      step: 0,
      reason,
      detail: `${act} ${JSON.stringify(where)}`,
      ...(where.user && { person: where.user }),
    },
  })
