import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Reason, REASONS, report } from '../acts/reporting.ts'
import { useThread } from '../thread/parts/use-thread.ts'
import { Choice } from './choice.tsx'
import { FormDialog } from './form-dialog.tsx'

const MOST_CHARACTERS = 1000

/** What is wrong with a comment, for moderators. */
export function ReportDialog({ slug, close }: { slug: string; close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const title = words.say('report.title')
  return (
    <FormDialog
      title={title}
      send={words.say('report.send')}
      done={words.say('report.thanks')}
      submit={() => report(store, { slug, reason: reason ?? 'other', note })}
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
