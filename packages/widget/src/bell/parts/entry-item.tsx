import type { JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { Avatar } from '../../thread/parts/avatar.tsx'
import { type Desk, readOne } from '../acts.ts'
import { linkOf, sentenceOf } from '../sentence.ts'
import type { Entry } from '../state.ts'
import { goTo, isElsewhere } from '../travel.ts'
import { Sign } from './sign.tsx'

type ItemProps = {
  entry: Entry
  desk: Desk
  words: Words
  picture: string | undefined
  leave: () => void
  away: () => void
}

/** One entry, which leads to where it happened. */
export function EntryItem({ entry, desk, words, picture, leave, away }: ItemProps): JSX.Element {
  const link = entry.isGone ? null : linkOf(entry)
  const isUnread = entry.unread > 0
  const follow = (event: MouseEvent): void => {
    const marked = isUnread ? readOne(desk, entry) : Promise.resolve()
    if (link === null || isElsewhere(event)) return
    event.preventDefault()
    leave()
    void goTo(link, marked)
  }
  const inside = <Inside entry={entry} words={words} picture={picture} />
  return (
    <li class={`entry${isUnread ? ' unread' : ''}`} part="entry">
      {link === null ? (
        <button type="button" class="way" onClick={follow}>
          {inside}
        </button>
      ) : (
        <a class="way" href={link} onClick={follow}>
          {inside}
        </a>
      )}
      <button
        type="button"
        class="quiet square away"
        aria-label={`${words.say('bell.archive')}: ${sentenceOf(words, entry)}`}
        title={words.say('bell.archive')}
        onClick={away}
      >
        <Sign name="archive" />
      </button>
    </li>
  )
}

type InsideProps = Pick<ItemProps, 'entry' | 'words' | 'picture'>

function Inside({ entry, words, picture }: InsideProps): JSX.Element {
  const { at, isGone, excerpt, discussion, unread, actors } = entry
  const title = discussion?.title ?? null
  return (
    <>
      <Avatar name={actors[0]?.name ?? words.say('comment.anonymous')} picture={picture} />
      <span class="what">
        <span class="sentence">
          {unread > 0 && <span class="unseen">{words.say('bell.unreadMark')}: </span>}
          <bdi>{sentenceOf(words, entry)}</bdi>
        </span>
        {isGone ? (
          <span class="excerpt gone-mark">{words.say('bell.gone')}</span>
        ) : (
          excerpt !== null && (
            <span class="excerpt" dir="auto">
              {excerpt}
            </span>
          )
        )}
        <span class="where">
          <time dateTime={at} title={words.date(at)}>
            {words.ago(at, Date.now())}
          </time>
          {title !== null && <bdi class="page">{title}</bdi>}
        </span>
      </span>
      <span class="dot" aria-hidden="true" />
    </>
  )
}
