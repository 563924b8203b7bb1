import type { Comment } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { change, textOf } from '../acts/changing.ts'
import { draftOf, keepDraft } from '../acts/drafts.ts'
import { problemIn } from '../acts/problem-in.ts'
import { send } from '../acts/posting.ts'
import '../i18n/en-later.ts'
import { openBox } from '../thread/boxes.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { Editor } from './editor.tsx'

/** A box under a comment, to answer it. */
export function ReplyBox({ comment: { slug, author } }: { comment: Comment }): JSX.Element {
  const { store, words } = useThread()
  const name = author?.name ?? words.say('comment.anonymous')
  return (
    <Editor
      label={words.say('editor.replyLabel', { name })}
      first={draftOf(store.options, slug)}
      isBegun
      keep={(text) => keepDraft(store.options, slug, text)}
      submit={(text) => send(store, { parent: slug, text })}
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
  useEffect(() => {
    textOf(store, slug).then(setKnown, (error: unknown) => setProblem(problemIn(error)))
  }, [slug])
  const submit = async (text: string): Promise<void> => {
    try {
      await change(store, slug, { text, rev: known?.rev ?? 0 })
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return (
    <>
      {problem !== null && <ProblemLine problem={problem} />}
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
