import type { JSX } from 'preact'
import { useThread } from '../thread/parts/use-thread.ts'
import { Popup } from './popup.tsx'

type SureProps = { sure: () => void; close: (how?: 'back') => void }

/** Asks once more. Whoever presses Enter without looking has deleted nothing. */
export function Sure({ sure, close }: SureProps): JSX.Element {
  const { words } = useThread()
  return (
    <Popup role="alertdialog" label={words.say('act.deleteSure')} close={close}>
      <p class="question">{words.say('act.deleteSure')}</p>
      <div class="answers">
        <button type="button" class="quiet" onClick={() => close('back')}>
          {words.say('act.cancel')}
        </button>
        <button type="button" class="primary dangerous" onClick={sure}>
          {words.say('act.delete')}
        </button>
      </div>
    </Popup>
  )
}
