import type { JSX } from 'preact'
import { useAround } from '../around.ts'
import { isWeb } from '../links.ts'
import type { Listed, Topic } from '../model.ts'
import { Sign } from '../parts/sign.tsx'

type EntryProps = { entry: Listed; topic: Pick<Topic, 'id'> }

/** A discussion in a list: what it is called, where it is, and how lively. */
export function Entry({ entry, topic: { id } }: EntryProps): JSX.Element {
  const { words } = useAround()
  const { title, url, topic, tags, activity, comments } = entry
  const name = title ?? url ?? entry.id
  return (
    <li class="talk" part="discussion">
      <div class="talk-what">
        {isWeb(url) ? (
          <a class="talk-title" href={url} dir="auto">
            {name}
          </a>
        ) : (
          <span class="talk-title" dir="auto">
            {name}
          </span>
        )}
        <p class="talk-where">
          {topic.id !== id && <bdi class="talk-topic">{topic.name}</bdi>}
          {tags.map((tag) => (
            <bdi key={tag} class="tag" part="tag">
              {tag}
            </bdi>
          ))}
          <time dateTime={activity} title={words.date(activity)}>
            {words.ago(activity, Date.now())}
          </time>
        </p>
      </div>
      <span class="tally talk-count">
        <Sign name="talk" />
        <span aria-hidden="true">{words.number(comments)}</span>
        <span class="unseen">{words.count('thread.count', comments)}</span>
      </span>
    </li>
  )
}
