import type { JSX } from 'preact'
import { childrenOf } from '../api.ts'
import { useAround } from '../around.ts'
import type { Topic } from '../model.ts'
import { Face } from '../parts/face.tsx'
import { Way } from '../parts/way.tsx'
import { useRead } from '../use-read.ts'

/** The topics right under one; there is room for them before they have come. */
export function Below({ topic }: { topic: Topic }): JSX.Element | null {
  const { desk, options, words } = useAround()
  const [read] = useRead(() => childrenOf(desk, options, { parent: topic.id }), [topic.id])
  if (read.phase === 'failed') return null
  return (
    <nav class="below" part="below" aria-label={words.say('topics.below', { name: topic.name })}>
      <ul role="list">
        {read.phase === 'ready' &&
          read.value.topics.map((one) => (
            <li key={one.id}>
              <Way to={one} part="topic-name">
                <Face {...one} />
                <bdi>{one.name}</bdi>
                {one.counts.allDiscussions > 0 && (
                  <span class="tally">
                    <span aria-hidden="true">{words.number(one.counts.allDiscussions)}</span>
                    <span class="unseen">{words.count('topics.discussions', one.counts.allDiscussions)}</span>
                  </span>
                )}
              </Way>
            </li>
          ))}
      </ul>
    </nav>
  )
}
