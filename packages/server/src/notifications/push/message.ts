import { createHash } from 'node:crypto'
import type { Comment, Discussion } from '../../comments/service.ts'
import { excerptOf } from '../centre/excerpt.ts'
import { groupOf } from '../centre/row.ts'
import type { Item } from '../model.ts'
import type { PushMessage } from './payload.ts'
import { wordsIn } from './words.ts'

/** One thing to tell, with what it needs to be told. */
export type Tellable = { item: Item; discussion: Discussion; comment: Comment | null; url: string | null }

export type Style = { language: string; isPrivate: boolean }

const MOST_TITLES = 3

/** Where previews are private, neither who wrote nor what nor where is in it. */
export function messageOf({ item, discussion, comment, url }: Tellable, { language, isPrivate }: Style): PushMessage {
  const words = wordsIn(language)
  const name = isPrivate ? '' : nameOf(item, comment)
  const said = name === '' ? words.nameless[item.reason] : words.by(name, item.reason)
  return {
    title: isPrivate || discussion.title === null ? said : `${said} · ${discussion.title}`,
    body: isPrivate || comment === null ? '' : excerptOf(comment.html),
    url,
    tag: topicOf(groupOf({ ...item, repliesTo: comment?.replyTo ?? comment?.parentSlug ?? null })),
    person: item.person,
    notification: item.event,
  }
}

/** Several at once, of which the first leads on. */
export function collapsedMessage(
  all: readonly [Tellable, ...Tellable[]],
  { count, tag, ...style }: Style & { count: number; tag: string },
): PushMessage {
  if (count === 1) return { ...messageOf(all[0], style), tag }
  const titles = new Set(all.flatMap(({ discussion: { title } }) => (title === null ? [] : [title])))
  const body = style.isPrivate ? '' : [...titles].slice(0, MOST_TITLES).join(', ')
  const title = wordsIn(style.language).several(count)
  return { title, body, url: all[0].url, tag, person: all[0].item.person, notification: null }
}

/** What waited has no name with it: whoever is erased meanwhile is not named. */
function nameOf({ actor }: Item, comment: Comment | null): string {
  if (actor === null) return ''
  return comment !== null && comment.author.id === actor.id ? comment.author.name : actor.name
}

/** Fit for the header field `Topic`: what has the same group has the same, so that a newer one takes its place. */
export const topicOf = (group: string): string => createHash('sha256').update(group).digest('base64url').slice(0, 32)
