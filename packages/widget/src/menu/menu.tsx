import '../i18n/en-later.ts'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { addressOf } from '../acts/linking.ts'
import type { MenuProps } from '../thread/parts/menu-button.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { BanDialog } from './ban-dialog.tsx'
import { doing, type View } from './doing.ts'
import { focusStaying } from './focus-staying.ts'
import { LinkBox } from './link-box.tsx'
import { OfferList } from './offer-list.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { Sure } from './sure.tsx'

/** What can be done with a comment, and what is asked before it is done. */
export function Menu({ comment, close }: MenuProps): JSX.Element {
  const { store, words } = useThread()
  const [view, setView] = useState<View>('list')
  const here = useRef<HTMLSpanElement>(null)
  const name = comment.author?.name ?? words.say('comment.anonymous')
  const leave = (how?: 'back' | 'away'): void => {
    if (how === 'away') focusStaying(here.current?.closest<HTMLElement>('.comment') ?? null)
    if (how === 'back') here.current?.closest('.menu-place')?.querySelector('button')?.focus({ preventScroll: true })
    close()
  }
  const does = doing({ store, words, comment, name, leave, setView })
  return (
    <span class="menu" ref={here}>
      {(view === 'list' || view === 'copied') && (
        <OfferList
          comment={comment}
          name={name}
          isCopied={view === 'copied'}
          choose={(offer) => void does[offer]()}
          close={leave}
        />
      )}
      {view === 'sure' && <Sure sure={() => void does.deleteSurely()} close={leave} />}
      {view === 'link' && <LinkBox address={addressOf(comment.slug)} close={leave} />}
      {view === 'report' && <ReportDialog slug={comment.slug} close={() => leave('back')} />}
      {view === 'ban' && comment.author !== null && <BanDialog person={comment.author} close={() => leave('back')} />}
    </span>
  )
}
