import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { later } from '../../thread/parts/later.tsx'
import { useAround } from '../around.ts'
import { type Sort, SORTS, type Topic, type Within } from '../model.ts'
import { Loading, Trouble } from '../parts/phases.tsx'
import { Entry } from './entry.tsx'
import type { Begun } from './start.tsx'
import { useDiscussions } from './use-discussions.ts'

const AtHead = later(async () => (await import('../../promo/at-head.tsx')).AtHead)

type DiscussionsProps = { topic: Topic; begun: readonly Begun[] }

/** What is said in a topic, and as a rule in those below it. */
export function Discussions({ topic, begun }: DiscussionsProps): JSX.Element {
  const { options, words } = useAround()
  const [sort, setSort] = useState<Sort>('activity')
  const [within, setWithin] = useState<Within>('all')
  const { state, more, again } = useDiscussions(topic.id, { sort, within })
  const { phase, entries, next, problem } = state
  // The list may lag behind: who began one sees it at once.
  const own = begun.filter(({ id }) => !entries.some((one) => one.id === id))
  const isEmpty = phase === 'ready' && entries.length + own.length === 0
  return (
    <section aria-label={topic.name} class="talks">
      <div class="toolbar">
        <label class="order">
          <span>{words.say('order.label')}</span>
          <select part="order" value={sort} onChange={({ currentTarget: { value } }) => setSort(sortNamed(value))}>
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {words.say(`sorting.${one}`)}
              </option>
            ))}
          </select>
        </label>
        {topic.children > 0 && (
          <label class="order">
            <span>{words.say('within.label')}</span>
            <select
              value={within}
              onChange={({ currentTarget: { value } }) => setWithin(value === 'own' ? 'own' : 'all')}
            >
              <option value="all">{words.say('within.all')}</option>
              <option value="own">{words.say('within.own')}</option>
            </select>
          </label>
        )}
      </div>
      {options.ads !== null && <AtHead zone={options.ads} topic={topic.id} isReady={phase !== 'loading'} />}
      {phase === 'loading' && entries.length === 0 && <Loading />}
      {isEmpty && <Empty />}
      <ul class="discussions" role="list" aria-busy={phase === 'loading'}>
        {[...own, ...entries].map((one) => (
          <Entry key={one.id} entry={one} topic={topic} />
        ))}
      </ul>
      {problem !== null && (
        <Trouble problem={problem}>
          <button type="button" class="link" onClick={again}>
            {words.say('thread.retry')}
          </button>
        </Trouble>
      )}
      {next !== null && problem === null && (
        <button type="button" class="more" part="more" aria-busy={phase === 'loading'} onClick={more}>
          {words.say('topics.moreDiscussions')}
        </button>
      )}
    </section>
  )
}

const sortNamed = (value: string): Sort => SORTS.find((one) => one === value) ?? 'activity'

function Empty(): JSX.Element {
  const { words } = useAround()
  return (
    <div class="empty" part="empty">
      <p class="big">{words.say('topics.noDiscussions')}</p>
    </div>
  )
}
