import '../../i18n/en-later.ts'
import '../../i18n/topics/en.ts'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useStyle } from '../../style/adopt.ts'
import css from '../../style/topic-page.css?inline'
import { topicNamed } from '../api.ts'
import { useAround } from '../around.ts'
import { Crumbs } from '../breadcrumb.tsx'
import type { TopicPage } from '../model.ts'
import { Face } from '../parts/face.tsx'
import { Failed, Loading } from '../parts/phases.tsx'
import { useRead } from '../use-read.ts'
import { Below } from './below.tsx'
import { Discussions } from './discussions.tsx'
import { Follow } from './follow.tsx'
import { Start } from './start.tsx'
import type { Begun } from './start.tsx'

/** A topic: what it is, what is said in it, and a way to say something new. */
export function Page(): JSX.Element | null {
  const { desk, options } = useAround()
  const [read, again] = useRead(() => topicNamed(desk, options), [options.topic, options.path])
  if (read.phase === 'loading') return <Loading />
  if (read.phase === 'failed') return <Failed problem={read.problem} again={again} />
  return read.value === null ? null : <Shown key={read.value.topic.id} page={read.value} />
}

function Shown({ page }: { page: TopicPage }): JSX.Element {
  const { words } = useAround()
  const { topic } = page
  const box = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState<readonly Begun[]>([])
  useStyle(box, css)
  return (
    <div class="topic-page" ref={box}>
      {page.breadcrumb.length > 0 && <Crumbs page={page} />}
      <header class="topic-head" part="topic-head">
        <Face {...topic} />
        <div class="topic-what">
          <h2>
            <bdi>{topic.name}</bdi>
          </h2>
          {topic.description !== null && (
            <p class="description" dir="auto">
              {topic.description}
            </p>
          )}
          <p class="quiet">
            {words.count('topics.discussions', topic.counts.allDiscussions)}
            {' · '}
            {words.count('thread.count', topic.counts.allComments)}
          </p>
        </div>
        <Follow topic={topic.id} />
      </header>
      {topic.children > 0 && <Below topic={topic} />}
      <Start topic={topic} began={(one) => setBegun((before) => [one, ...before])} />
      <Discussions topic={topic} begun={begun} />
    </div>
  )
}
