import type { Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Beginning } from '../api.ts'
import { useAround } from '../around.ts'
import { Trouble } from '../parts/phases.tsx'

export type Written = { title: string; text: string; tags: string }
export const NOTHING_WRITTEN: Written = { title: '', text: '', tags: '' }

type FormProps = {
  draft: Written
  setDraft: (draft: Written) => void
  send: (draft: Beginning) => Promise<Problem | null>
  cancel: () => void
}

/** What fails is said there, and what was written stays. */
export function StartForm({ draft, setDraft, send, cancel }: FormProps): JSX.Element {
  const { words } = useAround()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setSending] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const write = (name: keyof typeof draft) => (event: { currentTarget: { value: string } }) =>
    setDraft({ ...draft, [name]: event.currentTarget.value })
  const go = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    if (isBlank(draft.title) || isBlank(draft.text)) return sayBlank(event.currentTarget as HTMLFormElement)
    setSending(true)
    setProblem(null)
    const found = await send({ ...draft, title: draft.title.trim(), tags: tagsIn(draft.tags) })
    setSending(false)
    setProblem(found)
  }
  /** Blanks are nothing: the browser says so, in its own words. */
  const sayBlank = (form: HTMLFormElement): void => {
    const kept = (text: string): string => (isBlank(text) ? '' : text)
    setDraft({ ...draft, title: kept(draft.title), text: kept(draft.text) })
    requestAnimationFrame(() => form.reportValidity())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
      (event.currentTarget as HTMLFormElement).requestSubmit()
  }
  return (
    <form class="start-form" part="start-form" onSubmit={(event) => void go(event)} onKeyDown={press}>
      <label class="field">
        <span>{words.say('begin.title')}</span>
        <input ref={first} required maxLength={300} dir="auto" value={draft.title} onInput={write('title')} />
      </label>
      <label class="field">
        <span>{words.say('begin.text')}</span>
        <textarea required rows={4} dir="auto" value={draft.text} onInput={write('text')} />
      </label>
      <label class="field">
        <span>{words.say('begin.tags')}</span>
        <input dir="auto" placeholder={words.say('begin.tagsHint')} value={draft.tags} onInput={write('tags')} />
      </label>
      {problem !== null && <Trouble problem={problem} />}
      <div class="answers">
        <button type="button" class="quiet" onClick={cancel}>
          {words.say('act.cancel')}
        </button>
        <button type="submit" class="primary" part="post" aria-busy={isSending}>
          {words.say('begin.send')}
        </button>
      </div>
    </form>
  )
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Each once, without the blanks around them. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,،、，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]
