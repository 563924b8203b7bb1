import type { JSX } from 'preact'
import { draftOf, keepDraft } from '../acts/drafts.ts'
import { send } from '../acts/posting.ts'
import '../i18n/en-later.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { Editor } from './editor.tsx'
import { WhoBox } from './who-box.tsx'

/** Where a conversation begins; for those who cannot write it says why. */
export function StartBox(): JSX.Element {
  const { store, words } = useThread()
  const isKnown = usePiece(({ me }) => me !== null)
  const mayWrite = usePiece(({ discussion, opens }) => (discussion === null ? opens : discussion.state === 'open'))
  if (!mayWrite) return <p class="notice closed">{words.say('thread.closed')}</p>
  if (!isKnown) return <WhoBox />
  return (
    <Editor
      label={words.say('editor.label')}
      first={draftOf(store.options, null)}
      keep={(text) => keepDraft(store.options, null, text)}
      submit={(text) => send(store, { parent: null, text })}
    />
  )
}
