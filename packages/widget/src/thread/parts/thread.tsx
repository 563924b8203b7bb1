import type { JSX } from 'preact'
import { later } from './later.tsx'
import { Notices } from './notices.tsx'
import { Pages } from './pages.tsx'
import { Failed, Loading } from './phases.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePiece, useThread } from './use-thread.ts'

const StartBox = later(async () => (await import('../../writing/start-box.tsx')).StartBox)
const Staff = later(async () => (await import('../../menu/staff.tsx')).Staff)
const FocusView = later(async () => (await import('../../writing/focus-view.tsx')).FocusView)

/** All of a thread. */
export function Thread(): JSX.Element {
  const { words } = useThread()
  const phase = usePiece((state) => state.phase)
  const isFocused = usePiece(({ focus }) => focus !== null)
  const moderates = usePiece(({ me }) => me?.moderates === true)
  const said = usePiece((state) => state.said)
  return (
    <section class="thread" part="thread" lang={words.locale} dir={words.dir} aria-label={words.say('thread.label')}>
      {phase === 'loading' && <Loading />}
      {phase === 'failed' && <Failed />}
      {phase === 'ready' && (
        <>
          <Toolbar />
          {moderates && <Staff />}
          <StartBox instead={<div class="place" />} />
          <Notices />
          {isFocused ? <FocusView /> : <Pages />}
        </>
      )}
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
    </section>
  )
}
