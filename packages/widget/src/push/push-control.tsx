import { PalaverError } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type PushAround, pushNow, turnOff, turnOn } from './push.ts'

type Shown = Awaited<ReturnType<typeof pushNow>> | 'failed'

/** Whether this device is told while the page is closed. Nothing is asked before somebody presses the button. */
export function PushControl({ around }: { around: PushAround }): JSX.Element | null {
  const { words } = around
  const [shown, show] = useState<Shown>('none')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    pushNow(around).then(show, ignored)
  }, [])
  const press = async (): Promise<void> => {
    setBusy(true)
    try {
      show(shown === 'on' ? await turnOff(around).then(() => 'off' as const) : await turnOn(around))
    } catch {
      // Browsers refuse for many reasons, and name few of them.
      show('failed')
    } finally {
      setBusy(false)
    }
  }
  if (shown === 'none') return null
  if (shown === 'denied')
    return (
      <p class="push" role="status">
        {words.say('bell.pushDenied')}
      </p>
    )
  return (
    <div class="push" part="push">
      <span role="status">{shown === 'on' ? words.say('bell.pushOn') : ''}</span>
      {shown === 'failed' && (
        <p class="problem" role="alert">
          {words.say('error.other')}
        </p>
      )}
      <button type="button" class="link" disabled={isBusy} onClick={() => void press()}>
        {words.say(shown === 'on' ? 'bell.pushStop' : 'bell.push')}
      </button>
    </div>
  )
}

function ignored(error: unknown): void {
  if (!(error instanceof PalaverError)) throw error
}
