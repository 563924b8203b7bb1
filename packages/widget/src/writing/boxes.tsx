import type { Comment } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { change, textOf } from '../acts/changing.ts'
import { draftOf, keepDraft } from '../acts/drafts.ts'
import { problemIn } from '../acts/problem-in.ts'
import { send } from '../acts/posting.ts'
import { refusal } from '../acts/refusal.ts'
import '../i18n/en-later.ts'
import { openBox } from '../thread/boxes.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { announce } from './announce.ts'
import { Editor } from './editor.tsx'

/** A box under a comment, to answer it. */
export function ReplyBox({ comment: { slug, author } }: { comment: Comment }): JSX.Element {
  const around = useThread()
  const { store, words } = around
  const name = author?.name ?? words.say('comment.anonymous')
  const me = usePiece((state) => state.me?.id ?? null)
  // Whose draft is to be shown is not known yet.
  if (me === null) return <div class="place" />
  return (
    <Editor
      key={me}
      label={words.say('editor.replyLabel', { name })}
      first={draftOf(store, slug)}
      isBegun
      keep={(text) => keepDraft(store, slug, text)}
      submit={(text) => announce(around, send(store, { parent: slug, text }))}
      cancel={() => openBox(store, null)}
    />
  )
}

type Known = Awaited<ReturnType<typeof textOf>>

/** A box in the place of a comment's text, to change it. */
export function EditBox({ slug }: { slug: string }): JSX.Element {
  const { store, words } = useThread()
  const [known, setKnown] = useState<Known | null>(null)
  const [problem, setProblem] = useState<ReturnType<typeof problemIn> | null>(null)
  const read = (): void => {
    setProblem(null)
    textOf(store, slug).then(setKnown, (error: unknown) => setProblem(problemIn(error)))
  }
  useEffect(read, [slug])
  const submit = async (text: string): Promise<void> => {
    try {
      await change(store, slug, { text, rev: known?.rev ?? 0 })
    } catch (error) {
      setProblem(refusal(store, error))
    }
  }
  return (
    <>
      {problem !== null && <ProblemLine problem={problem}>{known === null && <NotRead again={read} />}</ProblemLine>}
      {known === null && problem === null && (
        <p class="loading" role="status" aria-label={words.say('thread.loading')} />
      )}
      {known !== null && (
        <Editor
          label={words.say('editor.editLabel')}
          first={known.text}
          isBegun
          send={words.say('act.save')}
          submit={submit}
          cancel={() => openBox(store, null)}
        />
      )}
    </>
  )
}

/** Where the text to be changed cannot be had: once more, or not at all. */
function NotRead({ again }: { again: () => void }): JSX.Element {
  const { store, words } = useThread()
  const place = useRef<HTMLSpanElement>(null)
  const leave = (then: () => void): void => {
    place.current?.closest<HTMLElement>('.comment')?.focus({ preventScroll: true })
    then()
  }
  return (
    <span ref={place}>
      <button type="button" class="link" onClick={() => leave(again)}>
        {words.say('thread.retry')}
      </button>{' '}
      <button type="button" class="link" onClick={() => leave(() => openBox(store, null))}>
        {words.say('act.cancel')}
      </button>
    </span>
  )
}
