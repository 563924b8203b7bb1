import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import '../i18n/en-later.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { EditorBar } from './editor-bar.tsx'
import { giveFocusBack } from './give-focus-back.ts'
import { lengthOf } from './length-of.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/writing.css?inline'

export type ExtrasProps = { box: HTMLTextAreaElement; text: string; setText: (text: string) => void }

export type EditorProps = {
  label: string
  first: string
  /** It takes the focus, and shows its buttons. */
  isBegun?: boolean
  /** What its button says; that it posts, where nothing is given. */
  send?: string
  keep?: (text: string) => void
  submit: (text: string) => Promise<void>
  cancel?: () => void
}

/** A box for Markdown. What is not needed for writing plain words comes with the first touch. */
export function Editor({ label, first, isBegun = false, send, keep, submit, cancel }: EditorProps): JSX.Element {
  const { words } = useThread()
  const [text, setText] = useState(first)
  const [isActive, setActive] = useState(isBegun || first !== '')
  const box = useRef<HTMLTextAreaElement>(null)
  const isSending = useRef(false)
  const extras = useExtras(isActive)
  useStyle(box, css)
  const most = usePiece(({ discussion }) => discussion?.settings.maxLength ?? 10_000)
  const left = most - lengthOf(text)
  const isReady = text.trim() !== '' && left >= 0
  useEffect(() => {
    if (isBegun) box.current?.focus()
  }, [])
  useLayoutEffect(() => {
    const form = box.current?.form ?? null
    return () => giveFocusBack(form)
  }, [])
  const type = (now: string): void => {
    setText(now)
    keep?.(now)
  }
  const go = (event: Event): void => {
    event.preventDefault()
    if (!isReady || isSending.current) return
    if (cancel === undefined) setText('')
    // A box that stays open until it is done sends once.
    else isSending.current = true
    void submit(text).finally(() => (isSending.current = false))
  }
  return (
    <form class={`editor${isActive ? ' active' : ''}`} part="editor" onSubmit={go}>
      <textarea
        ref={box}
        aria-label={label}
        placeholder={words.say('editor.placeholder')}
        // What is empty runs as the page does.
        {...(text === '' ? {} : { dir: 'auto' })}
        rows={isActive ? 3 : 1}
        value={text}
        onFocus={() => setActive(true)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) go(event)
          if (event.key === 'Escape') cancel?.()
        }}
      />
      {isActive && (
        <EditorBar left={left} isReady={isReady} send={send} cancel={cancel}>
          {extras !== null && box.current !== null && <extras.Extras box={box.current} text={text} setText={type} />}
        </EditorBar>
      )}
    </form>
  )
}

type Loaded = { Extras: FunctionComponent<ExtrasProps> }

/** Tools, preview and completion: without them, as offline, one can still write. */
function useExtras(isWanted: boolean): Loaded | null {
  const [extras, setExtras] = useState<Loaded | null>(null)
  useEffect(() => {
    if (isWanted) import('../extras/extras.tsx').then(({ Extras }) => setExtras({ Extras })).catch(() => {})
  }, [isWanted])
  return extras
}
