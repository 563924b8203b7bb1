import type { Comment } from '@palaver/client'
import type { JSX } from 'preact'
import type { PlainKey } from '../i18n/words.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { moveByKey } from './arrow-keys.ts'
import { type Offer, offersOf, type StaffOffer } from './offers.ts'
import { Popup } from './popup.tsx'

type Any = Offer | StaffOffer
type ListProps = {
  comment: Comment
  name: string
  choose: (offer: Any) => void
  close: (how?: 'back') => void
  isCopied: boolean
}

const LABELS: Readonly<Record<Any, PlainKey>> = {
  copy: 'act.copyLink',
  edit: 'act.edit',
  delete: 'act.delete',
  report: 'act.report',
  mute: 'act.mute',
  unmute: 'act.unmute',
  pin: 'staff.pin',
  unpin: 'staff.unpin',
  reject: 'staff.reject',
  spam: 'staff.spam',
  restore: 'staff.restore',
  ban: 'staff.ban',
}
const DANGERS: ReadonlySet<Any> = new Set<Any>(['delete', 'ban'])

/** What can be done with a comment, to be chosen from. */
export function OfferList({ comment, name, choose, close, isCopied }: ListProps): JSX.Element {
  const { words } = useThread()
  const reader = usePiece((state) => state)
  const { everyone, staff } = offersOf(comment, reader)
  const item = (offer: Any): JSX.Element => (
    <button
      key={offer}
      type="button"
      class={`item${DANGERS.has(offer) ? ' danger' : ''}`}
      role="menuitem"
      tabIndex={-1}
      onClick={() => choose(offer)}
    >
      {words.say(offer === 'copy' && isCopied ? 'act.copied' : LABELS[offer], { name })}
    </button>
  )
  const press = (event: KeyboardEvent): void => {
    // From the button on, Tab goes where it goes without a menu.
    if (event.key === 'Tab') close('back')
    else moveByKey(event)
  }
  return (
    <Popup role="menu" label={words.say('act.more', { name })} close={close} onKeyDown={press}>
      {everyone.map(item)}
      {staff.length > 0 && (
        <div class="staff-items" role="group" aria-label={words.say('staff.label')}>
          {staff.map(item)}
        </div>
      )}
    </Popup>
  )
}
