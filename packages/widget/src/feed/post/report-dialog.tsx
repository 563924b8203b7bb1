import { call } from '@palaver/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { problemOf } from '../../acts/at-once.ts'
import { palaverOf } from '../../acts/client.ts'
import { type Reason, REASONS } from '../../acts/reporting.ts'
import { Choice } from '../../menu/choice.tsx'
import { FormDialog } from '../../menu/form-dialog.tsx'
import type { Post } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'

const MOST_CHARACTERS = 1000

/** What is wrong with a post, for moderators. */
export function ReportDialog({ post, close }: { post: Post; close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const title = words.say('post.report')
  const send = () =>
    call(palaverOf(store), 'POST /v1/posts/{post}/reports', {
      path: { post: post.id },
      body: { reason: reason ?? 'other', text: note.trim() || null },
    })
  return (
    <FormDialog
      title={title}
      send={words.say('report.send')}
      done={words.say('report.thanks')}
      submit={() => problemOf(store, send)}
      close={close}
    >
      <Choice
        name="reason"
        label={title}
        isLabelSeen={false}
        options={REASONS.map((value) => ({ value, text: words.say(`report.${value}`) }))}
        chosen={reason}
        choose={setReason}
      />
      <label class="field">
        {words.say('report.text')}
        <textarea
          rows={3}
          dir="auto"
          maxLength={MOST_CHARACTERS}
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
    </FormDialog>
  )
}
