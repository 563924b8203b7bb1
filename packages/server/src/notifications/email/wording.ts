import type { Content, Thread, Told } from './content.ts'
import { REASONS } from '../model.ts'
import { clipped, isolated } from './text.ts'

const LONGEST_IN_SUBJECT = 80

/** The same for every mail about one discussion, so that mail programs keep them together. */
export function subjectOf({ threads, more }: Content): string {
  const [first, ...others] = threads
  if (first === undefined) return 'New comments'
  const title = clipped(first.title, LONGEST_IN_SUBJECT)
  if (isModeration(first)) return others.length === 0 ? `To moderate: ${title}` : 'Comments to moderate'
  return others.length === 0 && more === 0
    ? `New comments: ${title}`
    : `New comments in ${inDiscussions(threads, more)}`
}

const isModeration = ({ told }: Thread): boolean => told.every(({ reason }) => reason === 'moderation')

const inDiscussions = (threads: readonly Thread[], more: number): string =>
  `${threads.length} ${threads.length === 1 ? 'discussion' : 'discussions'}${more > 0 ? ' and more' : ''}`

export function headlineOf({ threads, more }: Content): string {
  const [first, ...others] = threads
  const count = threads.reduce((sum, thread) => sum + thread.told.length + thread.more, more)
  const [only] = first?.told ?? []
  if (first === undefined || only === undefined) return 'New comments'
  if (count === 1) return sentenceOf(only)
  if (others.length === 0 && isModeration(first)) return `${count} comments to moderate`
  const isOfOne = others.length === 0 && more === 0
  return isOfOne ? `${count} new comments` : `${count} new comments in ${inDiscussions(threads, more)}`
}

/** Who did what; a name that runs the other way does not turn the words around it. */
export function sentenceOf({ reason, author: name }: Told): string {
  const author = isolated(name)
  switch (reason) {
    case 'mention':
      return `${author} mentioned you`
    case 'reply':
      return `${author} replied to you`
    case 'moderation':
      return author === '' ? 'A comment waits for a moderator' : `A comment by ${author} was reported`
    case 'participating':
    case 'watching':
      return `${author} commented`
  }
}

const lists = new Intl.ListFormat('en-GB')

export function whyOf({ threads }: Content): string {
  const given = new Set(threads.flatMap(({ told }) => told.map(({ reason }) => reason)))
  const where = threads.length === 1 ? 'this discussion' : 'one of these discussions'
  const why = { ...WHY, participating: `you take part in ${where}`, watching: `you follow ${where}` }
  return `You get this because ${lists.format(REASONS.filter((reason) => given.has(reason)).map((reason) => why[reason]))}.`
}

const WHY = {
  mention: 'you were mentioned',
  reply: 'somebody replied to you',
  moderation: 'you moderate here',
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
