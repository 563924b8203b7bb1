import { preview, type Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { palaverOf } from '../acts/client.ts'
import { problemIn } from '../acts/problem-in.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { Written } from '../thread/parts/written.tsx'

type Shown = { html: string } | { problem: Problem } | null

/** How a text will look, as the service makes it. */
export function Preview({ text, id }: { text: string; id: string }): JSX.Element {
  const { words } = useThread()
  const shown = usePreview(text)
  return (
    <div class="preview" part="preview" role="tabpanel" id={id} tabIndex={0} aria-label={words.say('editor.preview')}>
      {text.trim() === '' ? (
        <p class="nothing">{words.say('editor.previewEmpty')}</p>
      ) : shown === null ? (
        <div class="skeleton" role="status" aria-label={words.say('editor.previewLoading')} />
      ) : 'problem' in shown ? (
        <ProblemLine problem={shown.problem} />
      ) : (
        <Written html={shown.html} />
      )}
    </div>
  )
}

function usePreview(text: string): Shown {
  const { store } = useThread()
  const [shown, show] = useState<Shown>(null)
  useEffect(() => {
    if (text.trim() === '') return undefined
    const leaving = new AbortController()
    preview(palaverOf(store), text, { signal: leaving.signal }).then(show, (error: unknown) => {
      const problem = problemIn(error)
      if (problem.code !== 'aborted') show({ problem })
    })
    return () => leaving.abort()
  }, [text])
  return shown
}
