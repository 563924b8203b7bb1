import type { LoggedEvent, Page, Position } from '@palaver/store'
import type { Delivery } from '../../events/queue-model.ts'
import type { Rows } from '../centre/needs.ts'
import type { Notification } from '../model.ts'
import type { SocialKnown } from './known.ts'
import { takeBack } from './vanishing.ts'

type Needs = Pick<Rows, 'notifications'> & { social?: SocialKnown }
type Pair = { follower: string; followee: string }
type Told = { author: string; kind?: string; of?: string | null; reaction?: string | null }

const BATCH = 100

/**
 * Takes back what was told of a post or of what one did to another, where that is so no more. How it is now decides, not
 * the event: one that comes again may be about a state that is long past.
 */
export async function retractSocial(needs: Needs, delivery: Delivery): Promise<void> {
  const { event } = delivery
  if (event.type === 'follow') return betweenPair(needs, delivery)
  if (event.op === 'reacted') return takenBack(needs, delivery, event)
  await each(needs, delivery, { post: event.subject })
  await passedOn(needs, delivery)
}

/** Who does not follow somebody any more may not see their posts any more, either. */
async function betweenPair(needs: Needs, delivery: Delivery): Promise<void> {
  const { follower, followee } = (delivery.event.after ?? delivery.event.before) as unknown as Pair
  await each(needs, delivery, { 'actor.id': follower, person: followee })
  await each(needs, delivery, { 'actor.id': followee, person: follower })
}

async function takenBack(needs: Needs, delivery: Delivery, { after, actor }: LoggedEvent): Promise<void> {
  const { author, reaction } = after as unknown as Told
  const by = (actor as { id: string } | undefined)?.id
  if (reaction === null && by !== undefined) await each(needs, delivery, { 'actor.id': by, person: author })
}

/** Whose post was passed on was told in the name of who did it. */
async function passedOn(needs: Needs, delivery: Delivery): Promise<void> {
  const { kind, of = null, author } = (delivery.event.after ?? delivery.event.before) as unknown as Told
  if (kind !== 'repost' || of === null) return
  const whose = (await needs.social?.posts([of]))?.get(of)?.author
  if (whose !== undefined) await each(needs, delivery, { 'actor.id': author, person: whose })
}

type Named = { post: string } | { 'actor.id': string; person: string }

async function each(needs: Needs, delivery: Delivery, named: Named): Promise<void> {
  const where = { ...named, isShown: true }
  for (let after: Position | null = null; ;) {
    delivery.signal.throwIfAborted()
    const page: Page<Notification> = await needs.notifications.find({
      where,
      sort: { position: 1 },
      limit: BATCH,
      after,
    })
    await takeBack(needs, delivery, page.docs)
    if (page.next === null) return
    after = page.next
  }
}
