import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ban, type BanLength } from '../acts/staff.ts'
import { useThread } from '../thread/parts/use-thread.ts'
import { Choice } from './choice.tsx'
import { FormDialog } from './form-dialog.tsx'

const MOST_CHARACTERS = 500
const LENGTHS = { day: 'staff.banDay', week: 'staff.banWeek', ever: 'staff.banForEver' } as const

type BanProps = { person: { id: string; name: string }; close: () => void }

/** Why somebody may no longer write, and for how long. */
export function BanDialog({ person: { id, name }, close }: BanProps): JSX.Element {
  const { store, words } = useThread()
  const [reason, setReason] = useState('')
  const [length, setLength] = useState<BanLength>('day')
  const lengths = Object.entries(LENGTHS) as [BanLength, (typeof LENGTHS)[BanLength]][]
  return (
    <FormDialog
      title={words.say('staff.ban', { name })}
      send={words.say('staff.banDo')}
      done={words.say('staff.banned', { name })}
      submit={() => ban(store, { person: id, reason, length, now: Date.now() })}
      close={close}
    >
      <label class="field">
        {words.say('staff.banReason')}
        <input
          required
          dir="auto"
          maxLength={MOST_CHARACTERS}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <Choice
        name="length"
        label={words.say('staff.banUntil')}
        options={lengths.map(([value, key]) => ({ value, text: words.say(key) }))}
        chosen={length}
        choose={setLength}
      />
    </FormDialog>
  )
}
