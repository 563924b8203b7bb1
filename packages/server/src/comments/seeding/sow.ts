import type { OnProgress } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { atHome, writeAtHome } from '../home.ts'
import type { Discussion, LayoutName } from '../model.ts'
import type { Needs } from '../needs.ts'
import { createdEvent, newComment } from '../new-comment.ts'
import { rendered } from '../speaking.ts'
import { vote } from '../voting.ts'
import { type Ballot, Ballots } from './ballots.ts'
import { conversation, type ConversationPlan, type Utterance } from './conversation.ts'

export type Sowing = {
  discussion: Discussion
  plan: ConversationPlan
  onProgress: OnProgress
  /** Whether to stop after what is under way. */
  isStopped: () => boolean
}

export type Sown = { comments: number; votes: number; isWhole: boolean }

/** Written together, for one commit; but those that change the same document only get in each other's way. */
const AT_ONCE: Readonly<Record<LayoutName, number>> = { 'per-comment': 256, hybrid: 16, embedded: 1 }

/**
 * Writes a conversation as its writers would have, each comment with its event, of which nobody is notified: thousands
 * who never come would be looked at for each. What an earlier run has written is left as it is, so one that was
 * interrupted is gone on with.
 */
export async function sow(needs: Needs, sowing: Sowing): Promise<Sown> {
  const { plan, discussion, onProgress, isStopped } = sowing
  const ballots = new Ballots(plan.seed, plan.count)
  const size = AT_ONCE[discussion.layout]
  let comments = 0
  let isGoingOn = true
  for (const batch of inBatches(conversation(plan), size)) {
    if (isStopped()) return { comments, votes: 0, isWhole: false }
    for (const utterance of batch) ballots.consider(utterance)
    const missing: readonly Utterance[] = isGoingOn ? await missingOf(needs, discussion._id, batch) : batch
    isGoingOn = missing.length < batch.length
    await writeAll(needs, discussion._id, missing)
    comments += batch.length
    onProgress({ task: 'writing comments', done: comments, total: plan.count })
  }
  const votes = await castAll(needs, sowing, ballots.all)
  return { comments, votes, isWhole: votes === ballots.all.length }
}

async function missingOf(needs: Needs, id: string, batch: readonly Utterance[]): Promise<readonly Utterance[]> {
  const { layout, place } = atHome(needs.homes, await needs.discussions.require({ discussion: id }))
  const found = await layout.get(
    place,
    batch.map(({ slug }) => slug),
  )
  return batch.filter((_, at) => found[at] === null)
}

/** A reply is written after what it replies to: whoever follows the events would take it back otherwise. */
async function writeAll(needs: Needs, id: string, batch: readonly Utterance[]): Promise<void> {
  const written = new Map<number, Promise<void>>()
  for (const utterance of batch) {
    const parent = written.get(utterance.parent?.number ?? -1) ?? Promise.resolve()
    written.set(
      utterance.number,
      parent.then(() => write(needs, id, utterance)),
    )
  }
  await Promise.all(written.values())
}

async function write(needs: Needs, id: string, utterance: Utterance): Promise<void> {
  const event = `${id}.${utterance.number.toString(36)}`
  const comment = commentOf(utterance, event)
  await writeAtHome(needs.homes, id, async ({ layout, place, discussion }) => ({
    written: await layout.insert(place, comment, [{ ...createdEvent(discussion, comment, event), quiet: true }]),
  }))
}

export function commentOf(
  { author, part, posted, parent, text }: Utterance,
  event: string,
): ReturnType<typeof newComment> {
  return newComment(author, {
    names: { event, part, posted },
    attached: { parent, replyTo: null },
    spoken: rendered(text),
  })
}

async function castAll(needs: Needs, sowing: Sowing, ballots: readonly Ballot[]): Promise<number> {
  const { discussion, onProgress, isStopped } = sowing
  let done = 0
  for (const batch of inBatches(ballots, AT_ONCE['per-comment'])) {
    if (isStopped()) return done
    await Promise.all(batch.map((ballot) => cast(needs, discussion, ballot)))
    done += batch.length
    onProgress({ task: 'casting votes', done, total: ballots.length })
  }
  return done
}

async function cast(needs: Needs, { _id, org }: Discussion, { slug, user, value }: Ballot): Promise<void> {
  const actor: Actor = { org, id: user, name: user, role: 'moderator', kind: 'person' }
  await vote(needs, { actor, ref: { discussion: _id } }, { slug, value })
}

function* inBatches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const one of all) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
