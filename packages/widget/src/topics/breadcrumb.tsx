import type { JSX } from 'preact'
import { topicNamed } from './api.ts'
import { useAround } from './around.ts'
import { AT_FIRST } from './at-first.ts'
import type { Crumb, TopicPage } from './model.ts'
import { Trouble } from './parts/phases.tsx'
import { Way } from './parts/way.tsx'
import { useRead } from './use-read.ts'

/** The way to a topic, from one answer: it is never half of an old one and half of a new one. */
export function Breadcrumb(): JSX.Element | null {
  const { desk, options, words } = useAround()
  const { topic, path } = options
  const [read, again] = useRead(() => topicNamed(desk, options), [topic, path])
  if (read.phase === 'failed')
    return (
      <Trouble problem={read.problem}>
        <button type="button" class="link" onClick={again}>
          {words.say('thread.retry')}
        </button>
      </Trouble>
    )
  if (read.phase === 'loading') return <div class={`skeleton line ${AT_FIRST}`} aria-hidden="true" />
  return read.value === null ? null : <Crumbs page={read.value} />
}

/** The topic itself stands at the end. */
export function Crumbs({ page: { topic, breadcrumb } }: { page: TopicPage }): JSX.Element {
  const { words } = useAround()
  return (
    <nav class="breadcrumb" part="breadcrumb" aria-label={words.say('topics.path')}>
      <ol role="list">
        {[...breadcrumb, topic].map((crumb: Crumb) => (
          <li key={crumb.id}>
            <Way to={crumb} part="crumb" isCurrent={crumb.id === topic.id}>
              {crumb.emoji !== null && <span aria-hidden="true">{crumb.emoji} </span>}
              <bdi>{crumb.name}</bdi>
            </Way>
          </li>
        ))}
      </ol>
    </nav>
  )
}
