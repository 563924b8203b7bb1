import { linkTo, pageOf } from '../../comments/service.ts'
import type { Subject } from '../audience/audience-of.ts'
import { type Item, type Reason, REASONS } from '../model.ts'
import { readable } from './readable.ts'
import { clipped, oneLine } from './text.ts'

/** One comment in a mail, or what somebody did. */
export type Told = {
  reason: Reason
  /** Empty for what moderators are told. */
  author: string
  text: string
  posted: string
  link: string | null
}
/** Of one discussion; or of what people did otherwise, all of it together. */
export type Thread = {
  id: string
  title: string
  link: string | null
  told: Told[]
  more: number
  isSocial?: true
}
/** What a mail says; `links` end mails. */
export type Content = { threads: Thread[]; more: number; links: { label: string; url: string }[] }

export type Checked = { item: Item } & Subject

const MOST_THREADS = 20
const MOST_OF_ONE = 10
const MOST_OF_ALL = 40
const LONGEST_ALONE = 3000
const LONGEST = 600
const LONGEST_TITLE = 200
const LONGEST_NAME = 200
const PEOPLE = 'people'

/** What is to be read, by discussion: the strongest reason first, then the newest; not too much of it. */
export function contentOf(checked: readonly Checked[], more: number, links: Content['links']): Content {
  const longest = checked.length === 1 ? LONGEST_ALONE : LONGEST
  const byDiscussion = Map.groupBy(withoutRepeats(checked), ({ discussion }) => discussion?._id ?? PEOPLE)
  const all = [...byDiscussion.values()].toSorted((one, other) => rank(one) - rank(other) || newest(other, one))
  const threads: Thread[] = []
  let room = MOST_OF_ALL
  let left = more
  for (const group of all) {
    const shown = threads.length < MOST_THREADS ? Math.min(room, MOST_OF_ONE, group.length) : 0
    room -= shown
    if (shown === 0) left += group.length
    else threads.push(threadOf(group, { shown, longest }))
  }
  return { threads, more: left, links }
}

const rank = (group: readonly Checked[]): number => Math.min(...group.map(({ item }) => REASONS.indexOf(item.reason)))

const newest = (one: readonly Checked[], other: readonly Checked[]): number =>
  latest(one) < latest(other) ? -1 : Number(latest(one) > latest(other))

const latest = (group: readonly Checked[]): string =>
  group.reduce((last, { item }) => (item.at > last ? item.at : last), '')

/** A comment that was told of twice, by itself and by an edit, is shown once, for the stronger reason. */
function withoutRepeats(checked: readonly Checked[]): Checked[] {
  const known = new Map<string, Checked>()
  for (const one of checked) {
    const { item, discussion, comment } = one
    const name = comment === null ? item.event : `${discussion._id} ${comment.slug}`
    const earlier = known.get(name)
    const isStronger = earlier === undefined || rank([one]) < rank([earlier])
    if (isStronger) known.set(name, one)
  }
  return [...known.values()].toSorted((one, other) => (one.item.at < other.item.at ? -1 : 1))
}

function threadOf(group: readonly Checked[], { shown, longest }: { shown: number; longest: number }): Thread {
  const [first] = group
  if (first === undefined) throw new Error('A thread has something in it.')
  const { discussion } = first
  const told = group.slice(0, shown).map((one) => toldOf(one, longest))
  const more = group.length - shown
  if (discussion === null) return { id: PEOPLE, title: 'People and posts', link: null, told, more, isSocial: true }
  const title = clipped(oneLine(discussion.title ?? discussion.resource.id), LONGEST_TITLE)
  return { id: discussion._id, title, link: pageOf(discussion), told, more }
}

function toldOf({ item, ...subject }: Checked, longest: number): Told {
  const { reason, at } = item
  if (subject.social !== undefined) {
    const { by, post, url: link } = subject.social
    const text = clipped(readable(post?.html ?? ''), longest)
    return { reason, author: clipped(oneLine(by), LONGEST_NAME), text, posted: at, link }
  }
  const { discussion, comment } = subject
  if (comment === null) return { reason, author: '', text: '', posted: at, link: pageOf(discussion) }
  const author = clipped(oneLine(comment.author.name), LONGEST_NAME)
  const link = linkTo(discussion, comment.slug)
  return { reason, author, text: clipped(readable(comment.html), longest), posted: comment.posted, link }
}
