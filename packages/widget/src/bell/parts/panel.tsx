import type { JSX, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Words } from '../../i18n/words.ts'
import { PushControl } from '../../push/push-control.tsx'
import type { PushAround } from '../../push/push.ts'
import { useFloating } from '../../style/float.ts'
import { type Desk, readAll, readNewest } from '../acts.ts'
import type { BellState } from '../state.ts'
import { Centre } from './centre.tsx'
import { Sign } from './sign.tsx'
import { useLeaving } from './use-leaving.ts'

export type PanelProps = {
  id: string
  anchor: RefObject<HTMLElement | null>
  desk: Desk
  state: BellState
  words: Words
  /** Whether the focus goes back to the button. */
  close: (isToReturn: boolean) => void
  push: PushAround | null
}

/** What somebody was told: beside the page, which stays as it is. */
export function Panel({ id, anchor, desk, state, words, close, push }: PanelProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null)
  useFloating(panel, { anchor: anchor.current, align: 'end' })
  useLeaving(panel, close)
  useEffect(() => {
    panel.current?.focus()
    desk.set((before) => ({ ...before, putAway: null, problem: null }))
    void readNewest(desk)
  }, [])
  useEffect(() => {
    if (state.isStale && state.phase === 'ready') void readNewest(desk)
  }, [state.isStale, state.phase])
  const isUnread = state.entries.some(({ unread }) => unread > 0)
  return (
    <div
      ref={panel}
      id={id}
      class="panel"
      part="panel"
      popover="manual"
      role="dialog"
      aria-labelledby={`${id}-name`}
      tabIndex={-1}
    >
      <div class="panel-head">
        <h2 id={`${id}-name`}>{words.say('bell.label')}</h2>
        {isUnread && (
          <button type="button" class="link" onClick={() => void readAll(desk, state.position)}>
            {words.say('bell.allRead')}
          </button>
        )}
        <button type="button" class="quiet square" aria-label={words.say('act.close')} onClick={() => close(true)}>
          <Sign name="close" />
        </button>
      </div>
      <Centre desk={desk} state={state} words={words} leave={() => close(false)} />
      {push !== null && <PushControl around={push} />}
    </div>
  )
}
