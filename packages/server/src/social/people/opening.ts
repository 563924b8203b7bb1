import type { Collection, LoggedEvent } from '@palaver/store'
import { edgeId, type FollowNeeds, letIn } from '../graph/follows.ts'
import type { Follower } from '../model.ts'

type AskingNeeds = Pick<FollowNeeds, 'follows' | 'people' | 'world'>
export type OpeningNeeds = AskingNeeds & { followers: Collection<Follower> }

const BATCH = 100
/** Who follows events does not wait for itself. */
const now = async (): Promise<void> => {}

/** Whoever waited to be let in by an account that is open to all now no longer has to. */
export async function followOpening(needs: OpeningNeeds, event: LoggedEvent): Promise<void> {
  const [before, after] = [event.before, event.after] as ({ isPrivate?: boolean } | undefined)[]
  if (event.op !== 'profiled' || before?.isPrivate !== true || after?.isPrivate !== false) return
  const { org, subject: followee } = event
  for (let last = ''; ;) {
    if (!(await isOpen(needs, org, followee))) return
    const where = { followee, state: 'asked' as const, follower: { $gt: last } }
    const { docs } = await needs.followers.find({ where, sort: { follower: 1 }, limit: BATCH, next: false })
    for (const { follower } of docs) await letIn({ ...needs, followed: now }, { org, follower, followee })
    last = docs.at(-1)?.follower ?? last
    if (docs.length < BATCH) return
  }
}

/** The same for who began to ask before, and had not yet done so. */
export async function followAsking(
  needs: AskingNeeds,
  org: string,
  { follower, followee }: { follower: string; followee: string },
): Promise<void> {
  const edge = await needs.follows.get(edgeId({ follower, followee }))
  if (edge?.state === 'asked' && (await isOpen(needs, org, followee)))
    await letIn({ ...needs, followed: now }, { org, follower, followee })
}

async function isOpen({ people }: Pick<FollowNeeds, 'people'>, org: string, id: string): Promise<boolean> {
  const person = (await people.many(org, [id])).get(id)
  return person?.erased === null && person.profile?.isPrivate !== true
}
