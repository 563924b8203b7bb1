import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useThread } from '../thread/parts/use-thread.ts'
import { apply } from './apply.ts'
import { formatted, type Kind, KINDS } from './format.ts'
import { Glyph } from './glyph.tsx'
import { rove } from './roving.ts'

const LABELS = {
  bold: 'editor.bold',
  italic: 'editor.italic',
  code: 'editor.code',
  quote: 'editor.quote',
  link: 'editor.linkText',
} as const

/** Buttons that write Markdown around what is selected. One stop for the Tab key, arrows from there. */
export function Tools({ box, isOff }: { box: HTMLTextAreaElement; isOff: boolean }): JSX.Element {
  const { words } = useThread()
  const [stop, setStop] = useState<Kind>('bold')
  const press = (kind: Kind): void => {
    const { selectionStart: start, selectionEnd: end } = box
    apply(box, formatted(box.value, { start, end }, kind))
  }
  return (
    <div class="tools" part="tools" role="toolbar" aria-label={words.say('editor.tools')} onKeyDown={rove}>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          class="quiet square"
          tabIndex={kind === stop ? 0 : -1}
          aria-label={words.say(LABELS[kind])}
          title={words.say(LABELS[kind])}
          disabled={isOff}
          onFocus={() => setStop(kind)}
          // The selection of the box must stay as it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(kind)}
        >
          <Glyph name={kind} />
        </button>
      ))}
    </div>
  )
}
