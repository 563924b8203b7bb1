import '../i18n/en-later.ts'
import type { JSX } from 'preact'
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks'
import { useStyle } from '../style/adopt.ts'
import css from '../style/extras.css?inline'
import { useThread } from '../thread/parts/use-thread.ts'
import type { ExtrasProps } from '../writing/editor.tsx'
import { Mentions } from './mentions.tsx'
import { Preview } from './preview.tsx'
import { rove } from './roving.ts'
import { Tools } from './tools.tsx'

const MODES = ['write', 'preview'] as const
type Mode = (typeof MODES)[number]

/** What makes writing easier: buttons, a preview, and people to mention. */
export function Extras({ box, text }: ExtrasProps): JSX.Element {
  const [mode, setMode] = useState<Mode>('write')
  const id = useId()
  const isPreview = mode === 'preview'
  useStyle({ current: box }, css)
  useLayoutEffect(() => {
    box.hidden = isPreview
  }, [box, isPreview])
  // What was sent is not there to be looked at any more.
  useEffect(() => {
    if (text === '' && !box.matches(':focus')) setMode('write')
  }, [text])
  return (
    <>
      {isPreview && <Preview text={text} id={id} />}
      <Tools box={box} isOff={isPreview} />
      <Modes mode={mode} setMode={setMode} panel={id} />
      <Mentions box={box} />
    </>
  )
}

type ModesProps = { mode: Mode; setMode: (mode: Mode) => void; panel: string }

function Modes({ mode, setMode, panel }: ModesProps): JSX.Element {
  const { words } = useThread()
  return (
    <div class="modes" role="tablist" aria-label={words.say('editor.mode')} onKeyDown={rove}>
      {MODES.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          class="quiet"
          tabIndex={one === mode ? 0 : -1}
          aria-selected={one === mode}
          aria-controls={one === 'preview' && mode === 'preview' ? panel : undefined}
          onFocus={() => setMode(one)}
          onClick={() => setMode(one)}
        >
          {words.say(`editor.${one}`)}
        </button>
      ))}
    </div>
  )
}
