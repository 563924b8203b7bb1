import type { Content, Thread, Told } from './content.ts'
import { type Reason, REASONS } from '../model.ts'
import { clipped, isolated } from './text.ts'

const LONGEST_IN_SUBJECT = 80

/** The same for every mail about one discussion, so that mail programs keep them together. */
export function subjectOf({ threads, more }: Content): string {
  const [first, ...others] = threads
  if (first === undefined) return 'New comments'
  if (threads.some(({ isSocial }) => isSocial)) return newsOf({ threads, more })
  const title = clipped(first.title, LONGEST_IN_SUBJECT)
  if (isModeration(first)) return others.length === 0 ? `To moderate: ${title}` : 'Comments to moderate'
  return others.length === 0 && more === 0
    ? `New comments: ${title}`
    : `New comments in ${inDiscussions(threads, more)}`
}

type Counted = Pick<Content, 'threads' | 'more'>

const countOf = ({ threads, more }: Counted): number =>
  threads.reduce((sum, thread) => sum + thread.told.length + thread.more, more)

/** Where not all of it are comments. */
function newsOf(content: Counted): string {
  const count = countOf(content)
  const [only] = content.threads[0]?.told ?? []
  return count === 1 && only !== undefined ? sentenceOf(only) : `${count} new notifications`
}

const isModeration = ({ told }: Thread): boolean => told.every(({ reason }) => reason === 'moderation')

const inDiscussions = (threads: readonly Thread[], more: number): string =>
  `${threads.length} ${threads.length === 1 ? 'discussion' : 'discussions'}${more > 0 ? ' and more' : ''}`

export function headlineOf({ threads, more }: Content): string {
  const [first, ...others] = threads
  const count = countOf({ threads, more })
  const [only] = first?.told ?? []
  if (first === undefined || only === undefined) return 'New comments'
  if (count === 1) return sentenceOf(only)
  if (threads.some(({ isSocial }) => isSocial)) return newsOf({ threads, more })
  if (others.length === 0 && isModeration(first)) return `${count} comments to moderate`
  const isOfOne = others.length === 0 && more === 0
  return isOfOne ? `${count} new comments` : `${count} new comments in ${inDiscussions(threads, more)}`
}

/** Who did what; a name that runs the other way does not turn the words around it. */
export function sentenceOf({ reason, author: name }: Told): string {
  const author = isolated(name)
  if (reason === 'moderation')
    return author === '' ? 'A comment waits for a moderator' : `A comment by ${author} was reported`
  return `${author} ${DID[reason]}`
}

const DID: Readonly<Record<Exclude<Reason, 'moderation'>, string>> = {
  mention: 'mentioned you',
  reply: 'replied to you',
  participating: 'commented',
  watching: 'commented',
  wall: 'wrote on your wall',
  quote: 'quoted your post',
  request: 'asks to follow you',
  accepted: 'lets you follow them',
  follow: 'follows you',
  repost: 'passed your post on',
  reaction: 'reacted to your post',
}

const lists = new Intl.ListFormat('en-GB')

export function whyOf({ threads }: Content): string {
  const given = new Set(threads.flatMap(({ told }) => told.map(({ reason }) => reason)))
  const discussions = threads.filter(({ isSocial }) => isSocial !== true)
  const where = discussions.length === 1 ? 'this discussion' : 'one of these discussions'
  const why = { ...WHY, participating: `you take part in ${where}`, watching: `you follow ${where}` }
  return `You get this because ${lists.format(REASONS.filter((reason) => given.has(reason)).map((reason) => why[reason]))}.`
}

const WHY = {
  mention: 'you were mentioned',
  reply: 'somebody replied to you',
  moderation: 'you moderate here',
  wall: 'somebody wrote on your wall',
  quote: 'somebody quoted you',
  request: 'somebody asks to follow you',
  accepted: 'you asked to follow somebody',
  follow: 'somebody follows you',
  repost: 'somebody passed your post on',
  reaction: 'somebody reacted to your post',
}

/** There are a few hundred zones, and making one of these takes longer than the rest of a mail. */
const clocks = new Map<string, Intl.DateTimeFormat>()

export function momentOf(iso: string, timeZone: string): string {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  if (known === undefined) clocks.set(timeZone, clock)
  return clock.format(new Date(iso))
}

export const andMore = (count: number): string => `and ${count} more`
