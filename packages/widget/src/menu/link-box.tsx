import type { JSX } from 'preact'
import { useThread } from '../thread/parts/use-thread.ts'
import { Popup } from './popup.tsx'

type LinkProps = { address: string; close: (how?: 'back') => void }

/** Where the browser does not copy for us: the link, marked, to be copied by hand. */
export function LinkBox({ address, close }: LinkProps): JSX.Element {
  const { words } = useThread()
  const label = words.say('act.copyByHand')
  return (
    <Popup role="dialog" label={label} close={close}>
      <label class="question">
        {label}
        <input readOnly dir="ltr" value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <div class="answers">
        <button type="button" class="quiet" onClick={() => close('back')}>
          {words.say('act.close')}
        </button>
      </div>
    </Popup>
  )
}
