import type { Collection } from '@palaver/store'
import type { Card, Comments } from '../../comments/service.ts'
import { partsOf } from '../ids.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { audienceOf } from './audience.ts'
import { heirId, standOf, type Stand } from './lists.ts'
import type { Filed, Row } from './model.ts'
import { putRow, type RowNeeds, withdrawRow } from './rows.ts'

export type FilingNeeds = RowNeeds & {
  filed: Collection<Filed>
  comments: () => Pick<Comments, 'card' | 'cards' | 'refile'>
  /** The tree of a topic as it is now; null where there is none in that org. */
  snapshotOf: (org: string, tree: string) => Promise<Snapshot | null>
}

/** `isCount`: nothing but its numbers has changed. */
export type Cause = { discussion: string; seq: number; isCount: boolean }

/**
 * Puts a discussion into the lists in which it belongs as it is now, and takes it out of all others. `seq` is that of
 * the event that brought this about: who comes late with an older one changes nothing.
 */
export async function fileDiscussion(needs: FilingNeeds, cause: Cause): Promise<void> {
  const { discussion, seq } = cause
  const [card, filed] = await Promise.all([needs.comments().card(discussion), needs.filed.get(discussion)])
  if (card === null || (filed === null && card.topic === null)) return
  const standing = await standingOf(needs, card)
  const lists = card.filing.isListed ? standing.stand.lists : []
  const noted = await note(needs, { ...cause, card, lists })
  if (noted === null) return
  const gone = noted.lists.filter((list) => !lists.includes(list))
  await Promise.all([
    putRows(needs, { ...standing, card, lists, seq }),
    ...gone.map((list) => withdrawRow(needs, { list, discussion, seq })),
  ])
  if (gone.length > 0 || noted.topic !== placeOf(card).topic) await settle(needs, { card, gone, seq })
  await takeOver(needs, { ...standing, card })
}

type Putting = Standing & { card: Card; lists: readonly string[]; seq: number }

async function putRows(needs: FilingNeeds, { stand, snapshot, card, lists, seq }: Putting): Promise<void> {
  if (snapshot === null || stand.home === null) return
  const row = rowOf(card, snapshot, stand.home)
  await Promise.all(lists.map((list) => putRow(needs, { ...row, list, seq, rev: card.rev })))
}

type Standing = { stand: Stand; snapshot: Snapshot | null }

async function standingOf({ snapshotOf }: FilingNeeds, { org, topic }: Card): Promise<Standing> {
  const tree = topic === null ? undefined : partsOf(topic)?.tree
  const snapshot = tree === undefined ? null : await snapshotOf(org, tree)
  const stand = snapshot === null || topic === null ? { home: null, lists: [] } : standOf(snapshot, topic)
  return { stand, snapshot }
}

/** What a list says of a discussion. */
export function rowOf(
  card: Card,
  snapshot: Snapshot,
  home: NonNullable<Stand['home']>,
): Omit<Row, '_id' | 'list' | 'seq' | 'rev'> {
  const { _id: discussion, resource, title, url, tags, created, filing } = card
  const { activity, comments } = filing
  const audience = audienceOf(snapshot, home)
  return { discussion, audience, home: home._id, resource, title, url, tags, created, activity, comments }
}

type Noting = { card: Card; lists: readonly string[]; seq: number; isCount: boolean }

/**
 * All lists in which it may stand, those that it is going to be in as well, and the topic under which it is filed; null
 * where somebody is ahead.
 */
async function note({ filed }: FilingNeeds, { card, lists, seq, isCount }: Noting): Promise<Noted | null> {
  const { _id, org } = card
  let noted: Noted | null = null
  await filed.change(_id, (now, to) => {
    const { topic } = now ?? placeOf(card)
    const all = [...new Set([...(now?.lists ?? []), ...lists])]
    noted = now !== null && now.seq > seq ? null : { topic, lists: all }
    if (noted === null) return null
    if (now === null) return to.insert({ _id, org, ...placeOf(card), lists: all, seq })
    const isKnown = all.length === now.lists.length
    return isKnown && isCount ? null : to.change({ $set: { lists: all, seq } })
  })
  return noted
}

type Noted = Pick<Filed, 'topic' | 'lists'>

type Settling = { card: Card; gone: string[]; seq: number }

/** Once it is out of the others; what somebody else has noted meanwhile stays, for they may yet put it there. */
async function settle({ filed }: FilingNeeds, { card, gone, seq }: Settling): Promise<void> {
  const change = { $set: { ...placeOf(card), seq }, $pull: { lists: { $in: gone } } }
  await filed.update({ _id: card._id, seq: { $lte: seq } }, change)
}

/** What is in no topic any more is filed under none. */
const placeOf = ({ topic }: Card): Pick<Filed, 'tree' | 'topic'> =>
  topic === null ? { tree: '', topic: '' } : { tree: partsOf(topic)?.tree ?? '', topic }

/** The discussion itself follows: it names the topic in which it is. */
async function takeOver(
  { comments }: FilingNeeds,
  { card: { _id, topic }, snapshot, stand }: Standing & { card: Card },
): Promise<void> {
  const heir = snapshot === null ? null : heirId(snapshot, stand)
  if (topic !== null && heir !== null && heir !== topic) await comments().refile(_id, { from: topic, to: heir })
}
