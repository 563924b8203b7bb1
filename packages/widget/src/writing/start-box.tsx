import type { JSX } from 'preact'
import { draftOf, keepDraft } from '../acts/drafts.ts'
import { send } from '../acts/posting.ts'
import '../i18n/en-later.ts'
import { mayWrite } from '../thread/state/may-write.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { announce } from './announce.ts'
import { Editor } from './editor.tsx'
import { useOnline } from './use-online.ts'
import { WhoBox } from './who-box.tsx'

/** Where a conversation begins; for those who cannot write it says why. */
export function StartBox(): JSX.Element {
  const { words } = useThread()
  const isClosed = usePiece(({ discussion, opens }) => (discussion === null ? !opens : discussion.state !== 'open'))
  const writes = usePiece(mayWrite)
  useOnline()
  return (
    <>
      {isClosed && <p class="notice closed">{words.say('thread.closed')}</p>}
      {writes && <Box />}
    </>
  )
}

function Box(): JSX.Element {
  const around = useThread()
  const { store, words } = around
  const isKnown = usePiece((state) => state.isKnown)
  const me = usePiece((state) => state.me?.id ?? null)
  const returned = usePiece((state) => state.returned)
  // Nobody is asked to sign in before it is known that they have not.
  if (me === null) return isKnown ? <WhoBox /> : <div class="place" />
  return (
    <Editor
      key={`${me} ${returned}`}
      label={words.say('editor.label')}
      first={draftOf(store, null)}
      isBegun={returned > 0}
      keep={(text) => keepDraft(store, null, text)}
      submit={(text) => announce(around, send(store, { parent: null, text }))}
    />
  )
}
