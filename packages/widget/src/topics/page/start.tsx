import type { Posted, Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import { addressOfTalk, type Beginning, begin, rightsAt } from '../api.ts'
import { askToSignIn, useAround } from '../around.ts'
import type { Listed, Topic } from '../model.ts'
import { NOTHING_WRITTEN, StartForm, type Written } from './start-form.tsx'

export type Begun = Listed

type StartProps = { topic: Topic; began: (one: Begun) => void }

/** The way to begin a discussion, for who may; who is not known is asked to sign in. */
export function Start({ topic, began }: StartProps): JSX.Element | null {
  const { desk, words } = useAround()
  const [may, setMay] = useState(!desk.isSomebody)
  const [isOpen, setOpen] = useState(false)
  const [said, say] = useState('')
  const [written, setWritten] = useState<Written>(NOTHING_WRITTEN)
  const button = useRef<HTMLButtonElement>(null)
  const sending = useRef<{ key: string; of: string } | null>(null)
  useEffect(() => {
    if (desk.isSomebody) void rightsAt(desk, topic.id).then(({ mayStart }) => setMay(mayStart))
  }, [desk, topic.id])
  const leave = (): void => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const send = async (draft: Beginning): Promise<Problem | null> => {
    const of = JSON.stringify(draft)
    // The same text again is the same discussion, whatever became of the answer.
    sending.current = sending.current?.of === of ? sending.current : { key: desk.palaver.newKey(), of }
    try {
      const answer = await begin(desk, topic.id, { ...draft, key: sending.current.key })
      sending.current = null
      setWritten(NOTHING_WRITTEN)
      desk.emit('palaver:comment', answer)
      leave()
      const isHeld = 'held' in answer
      say(words.say(isHeld ? 'begin.held' : 'begin.posted'))
      if (!isHeld) began(begunFrom({ ...answer, url: await addressOfTalk(desk, answer.discussion) }, { topic, draft }))
      return null
    } catch (error) {
      return problemIn(error)
    }
  }
  if (!may) return null
  return (
    <div class="start" part="start">
      {isOpen ? (
        <StartForm draft={written} setDraft={setWritten} send={send} cancel={leave} />
      ) : (
        <button
          ref={button}
          type="button"
          class="primary"
          onClick={() => (desk.isSomebody ? setOpen(true) : askToSignIn(desk))}
        >
          {words.say('begin.open')}
        </button>
      )}
      <span class={said === '' ? 'unseen' : 'said'} role="status">
        {said}
      </span>
    </div>
  )
}

type Said = Pick<Posted, 'discussion' | 'comment'> & { url: string | null }

/** As the list will have it a moment later. */
function begunFrom({ discussion, comment, url }: Said, { topic, draft }: { topic: Topic; draft: Beginning }): Begun {
  const { id, name, path } = topic
  const { title, tags } = draft
  const at = { created: comment.posted, activity: comment.posted, comments: 1 }
  return { id: discussion, title, url, topic: { id, name, path }, tags, ...at }
}
