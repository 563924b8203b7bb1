import type { ComponentChildren, FunctionComponent, JSX, Ref } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useStyle } from '../../style/adopt.ts'
import css from '../../style/compose.css?inline'
import forms from '../../style/forms.css?inline'
import writing from '../../style/writing.css?inline'
import { EditorBar } from '../../writing/editor-bar.tsx'
import type { ExtrasProps } from '../../writing/editor.tsx'
import { lengthOf } from '../../writing/length-of.ts'
import { useFiles } from './use-files.ts'

const LONGEST = 5000

type TextBoxProps = {
  label: string
  text: string
  setText: (text: string) => void
  isBegun?: boolean
  isReady: boolean
  isBusy: boolean
  send: string
  submit: () => void
  cancel?: () => void
  /** What stands between the text and the buttons, and before those. */
  above?: ComponentChildren
  tools?: ComponentChildren
  take?: (files: readonly File[]) => void
}

/** A box for Markdown, with the tools that the editor of a thread has. */
export function TextBox(props: TextBoxProps): JSX.Element {
  const { text, isBegun = false, isReady, isBusy, submit, take } = props
  const [isActive, setActive] = useState(isBegun || text !== '')
  const box = useRef<HTMLTextAreaElement>(null)
  useStyle(box, writing)
  useStyle(box, css)
  useStyle(box, forms)
  const files = useFiles((found) => {
    setActive(true)
    take?.(found)
  }, take !== undefined)
  useEffect(() => {
    if (isBegun) box.current?.focus()
  }, [])
  useLayoutEffect(() => {
    const form = box.current?.form ?? null
    return () => giveFocusBack(form)
  }, [])
  const maySend = isReady && lengthOf(text) <= LONGEST && !isBusy
  const go = (event: Event): void => {
    event.preventDefault()
    if (!maySend) return
    // The button cannot be pressed until there is something new to send, and would lose the focus to nobody.
    if (box.current?.matches(':focus') === false) box.current.form?.focus({ preventScroll: true })
    submit()
  }
  return (
    <form
      class={`editor compose${isActive ? ' active' : ''}${files.isOver ? ' over' : ''}`}
      part="editor"
      tabIndex={-1}
      onSubmit={go}
      {...files.on}
    >
      <Text {...props} box={box} isActive={isActive} go={go} begin={() => setActive(true)} />
      {isActive && <Rest {...props} box={box.current} maySend={maySend} />}
    </form>
  )
}

type TextProps = TextBoxProps & {
  box: Ref<HTMLTextAreaElement>
  isActive: boolean
  go: (event: Event) => void
  begin: () => void
}

function Text({ label, text, setText, cancel, box, isActive, go, begin }: TextProps): JSX.Element {
  return (
    <textarea
      ref={box}
      aria-label={label}
      placeholder={label}
      {...(text === '' ? {} : { dir: 'auto' })}
      rows={isActive ? 3 : 1}
      value={text}
      onFocus={begin}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) go(event)
        if (event.key === 'Escape') cancel?.()
      }}
    />
  )
}

type RestProps = TextBoxProps & { box: HTMLTextAreaElement | null; maySend: boolean }

function Rest({ text, setText, send, cancel, above, tools, box, maySend }: RestProps): JSX.Element {
  const extras = useExtras()
  return (
    <>
      {above}
      {tools !== undefined && <div class="adds">{tools}</div>}
      <EditorBar left={LONGEST - lengthOf(text)} isReady={maySend} send={send} cancel={cancel}>
        {extras !== null && box !== null && <extras.Extras box={box} text={text} setText={setText} />}
      </EditorBar>
    </>
  )
}

/** A box that closes gives the focus to the post that it was in. */
function giveFocusBack(form: HTMLElement | null): void {
  if (form?.matches(':focus-within') === true) form.closest<HTMLElement>('.post')?.focus({ preventScroll: true })
}

type Loaded = { Extras: FunctionComponent<ExtrasProps> }

/** Tools, preview and completion: without them, as offline, one can still write. */
function useExtras(): Loaded | null {
  const [extras, setExtras] = useState<Loaded | null>(null)
  useEffect(() => {
    import('../../extras/extras.tsx').then(({ Extras }) => setExtras({ Extras })).catch(() => {})
  }, [])
  return extras
}
