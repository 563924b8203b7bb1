import { createHash } from 'node:crypto'
import type { Subject } from '../audience/audience-of.ts'
import { excerptOf } from '../centre/excerpt.ts'
import { groupOf } from '../centre/row.ts'
import type { Item } from '../model.ts'
import type { PushMessage } from './payload.ts'
import { wordsIn } from './words.ts'

/** One thing to tell, with what it needs to be told. */
export type Tellable = { item: Item; url: string | null } & Subject

export type Style = { language: string; isPrivate: boolean }

const MOST_TITLES = 3

/** Where previews are private, neither who wrote nor what nor where is in it. */
export function messageOf(told: Tellable, { language, isPrivate }: Style): PushMessage {
  const { item, discussion, comment, url } = told
  const words = wordsIn(language)
  const name = isPrivate ? '' : nameOf(told)
  const said = name === '' ? words.nameless[item.reason] : words.by(name, item.reason)
  const title = discussion?.title ?? null
  return {
    title: isPrivate || title === null ? said : `${said} · ${title}`,
    body: isPrivate ? '' : textOf(told),
    url,
    tag: topicOf(groupOf({ ...item, repliesTo: comment?.replyTo ?? comment?.parentSlug ?? null })),
    person: item.person,
    notification: item.event,
  }
}

function textOf({ comment, social }: Tellable): string {
  const html = social === undefined ? comment?.html : social.post?.html
  return html === undefined || html === '' ? '' : excerptOf(html)
}

/** Several at once, of which the first leads on. */
export function collapsedMessage(
  all: readonly [Tellable, ...Tellable[]],
  { count, tag, ...style }: Style & { count: number; tag: string },
): PushMessage {
  if (count === 1) return { ...messageOf(all[0], style), tag }
  const titles = new Set(all.flatMap(({ discussion }) => discussion?.title ?? []))
  const body = style.isPrivate ? '' : [...titles].slice(0, MOST_TITLES).join(', ')
  const words = wordsIn(style.language)
  const title = all.some(({ social }) => social !== undefined) ? words.news(count) : words.several(count)
  return { title, body, url: all[0].url, tag, person: all[0].item.person, notification: null }
}

/** What waited has no name with it: whoever is erased meanwhile is not named. */
function nameOf({ item: { actor }, comment, social }: Tellable): string {
  if (social !== undefined) return social.by
  if (actor === null) return ''
  return comment !== null && comment.author.id === actor.id ? comment.author.name : actor.name
}

/** Fit for the header field `Topic`: what has the same group has the same, so that a newer one takes its place. */
export const topicOf = (group: string): string => createHash('sha256').update(group).digest('base64url').slice(0, 32)
