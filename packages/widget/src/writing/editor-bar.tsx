import type { ComponentChildren, JSX } from 'preact'
import '../i18n/en-later.ts'
import { useThread } from '../thread/parts/use-thread.ts'
import type { EditorProps } from './editor.tsx'

/** Shown once so few characters are left. */
const FEW = 200

type Bar = {
  left: number
  isReady: boolean
  send: EditorProps['send'] | undefined
  cancel: EditorProps['cancel'] | undefined
  children: ComponentChildren
}

/** What stands under a box: its tools, how much room is left, and the way out. */
export function EditorBar({ left, isReady, send, cancel, children }: Bar): JSX.Element {
  const { words } = useThread()
  return (
    <div class="bar">
      {children}
      {left < FEW && (
        <span class={left < 0 ? 'left over' : 'left'} role="status">
          {left < 0 ? words.count('editor.tooLong', -left) : words.count('editor.left', left)}
        </span>
      )}
      {cancel !== undefined && (
        <button type="button" class="quiet" onClick={cancel}>
          {words.say('act.cancel')}
        </button>
      )}
      <button type="submit" class="primary" part="post" disabled={!isReady}>
        {send ?? words.say('editor.post')}
      </button>
    </div>
  )
}
