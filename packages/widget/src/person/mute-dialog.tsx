import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Choice } from '../menu/choice.tsx'
import { muteFor } from '../social/api.ts'
import type { Brief } from '../social/model.ts'
import { Dialog } from '../social/parts/dialog.tsx'
import { useDoing } from '../social/use-doing.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'

const DAY_MS = 86_400_000
export const LENGTHS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, forever: null } as const
export type Length = keyof typeof LENGTHS
export const NAMES = Object.keys(LENGTHS) as Length[]

/** Until when something holds that is to hold so long; null for good. */
export function untilOf(length: Length, now = Date.now()): string | null {
  const ms = LENGTHS[length]
  return ms === null ? null : new Date(now + ms).toISOString()
}

type MuteDialogProps = { person: Brief; muted: () => void; close: () => void }

/** For how long one does not want to see what somebody writes. They are not told. */
export function MuteDialog({ person: { id, name }, muted, close }: MuteDialogProps): JSX.Element {
  const { store, words } = useThread()
  const [length, choose] = useState<Length>('week')
  const { isBusy, problem, go } = useDoing()
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isDone = await go(() => muteFor(store, id, untilOf(length)), words.say('act.muted', { name }))
    if (!isDone) return
    muted()
    close()
  }
  return (
    <Dialog title={words.say('act.mute', { name })} close={close}>
      <form onSubmit={(event) => void send(event)}>
        <Choice
          name="length"
          label={words.say('mute.length')}
          options={NAMES.map((value) => ({ value, text: words.say(`mute.${value}`) }))}
          chosen={length}
          choose={choose}
        />
        <p class="hint">{words.say('mute.hint')}</p>
        {problem !== null && <ProblemLine problem={problem} />}
        <div class="answers">
          <button type="submit" class="primary" aria-busy={isBusy}>
            {words.say('mute.do')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
