import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { Words } from '../../i18n/words.ts'
import { type Desk, putAway, readMore, readNewest, takeOut } from '../acts.ts'
import type { BellState, Entry } from '../state.ts'
import { EntryItem } from './entry-item.tsx'
import { Trouble } from './trouble.tsx'

type CentreProps = { desk: Desk; state: BellState; words: Words; leave: () => void }

/** The list itself, or what there is to say in its place. */
export function Centre({ desk, state, words, leave }: CentreProps): JSX.Element {
  const { phase, entries, next, problem, isLoadingMore, avatars } = state
  const list = useRef<HTMLUListElement>(null)
  if (phase === 'loading') return <Loading words={words} />
  if (phase === 'failed')
    return (
      <div class="failed">
        <p class="big">{words.say('bell.failed')}</p>
        {problem !== null && <Trouble problem={problem} words={words} />}
        <button type="button" class="primary" onClick={() => void readNewest(desk)}>
          {words.say('thread.retry')}
        </button>
      </div>
    )
  const away = (entry: Entry, at: number): void => {
    void putAway(desk, entry)
    // The button that had the focus goes with it.
    list.current?.closest<HTMLElement>('.panel')?.focus()
    list.current?.children[at + 1]?.querySelector<HTMLElement>('a, button')?.focus()
  }
  return (
    <div class="centre">
      {problem !== null && <Trouble problem={problem} words={words} />}
      <PutAway desk={desk} state={state} words={words} />
      {entries.length === 0 && next === null && <Empty words={words} />}
      <ul class="entries" role="list" ref={list}>
        {entries.map((entry, at) => (
          <EntryItem
            key={entry.group}
            entry={entry}
            desk={desk}
            words={words}
            picture={avatars[entry.actors[0]?.id ?? '']}
            leave={leave}
            away={() => away(entry, at)}
          />
        ))}
      </ul>
      {next !== null && (
        <button
          type="button"
          class="more"
          aria-busy={isLoadingMore}
          disabled={isLoadingMore}
          onClick={() => void readMore(desk, next)}
        >
          {words.say('bell.more')}
        </button>
      )}
    </div>
  )
}

function PutAway({ desk, state: { putAway: last }, words }: Omit<CentreProps, 'leave'>): JSX.Element {
  return (
    <div role="status">
      {last !== null && (
        <p class="put-away">
          {words.say('bell.archived')}
          <button type="button" class="link" onClick={() => void takeOut(desk, last.entry)}>
            {words.say('bell.undo')}
          </button>
        </p>
      )}
    </div>
  )
}

const Empty = ({ words }: { words: Words }): JSX.Element => (
  <div class="empty">
    <p class="big">{words.say('bell.empty')}</p>
    <p>{words.say('bell.emptyHint')}</p>
  </div>
)

const Loading = ({ words }: { words: Words }): JSX.Element => (
  <div class="skeletons" role="status" aria-label={words.say('bell.loading')}>
    {[1, 2, 3].map((number) => (
      <div key={number} class="skeleton" aria-hidden="true" />
    ))}
  </div>
)
