import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { withdrawHeld } from '../acts/held.ts'
import { sendAgain, takeInHand } from '../acts/posting.ts'
import '../i18n/en-later.ts'
import { announce } from './announce.ts'
import { Avatar } from '../thread/parts/avatar.tsx'
import { CommentItem } from '../thread/parts/comment-item.tsx'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/writing.css?inline'

/** What is not among the comments yet. */
export const Unfinished = ({ parent }: { parent: string | null }): JSX.Element => (
  <>
    <SendingItems parent={parent} />
    <HeldItems parent={parent} />
    {parent === null && <AheadItems />}
  </>
)

/** What is new where all before it has not been read, and a line that says so. */
function AheadItems(): JSX.Element | null {
  const { words } = useThread()
  const ahead = usePiece((state) => state.ahead)
  const pinned = usePiece((state) => state.pinned)
  const line = useRef<HTMLLIElement>(null)
  useStyle(line, css)
  if (ahead.length === 0) return null
  return (
    <>
      {ahead.flatMap((slug) => (pinned.includes(slug) ? [] : [<CommentItem key={slug} slug={slug} depth={0} />]))}
      <li class="ahead" ref={line}>
        {words.say('new.ahead')}
      </li>
    </>
  )
}

/** What is on its way, shown as if it had arrived; what did not get through keeps its text. */
function SendingItems({ parent }: { parent: string | null }): JSX.Element {
  const around = useThread()
  const { store, words } = around
  const all = usePiece(({ sending }) => sending)
  const name = usePiece(({ me }) => me?.name ?? '')
  const mine = all.filter((one) => one.parent === parent)
  return (
    <>
      {mine.map(({ key, text, problem }) => (
        <li key={key} class="node sending">
          <Draft name={name} text={text} note={problem === null ? words.say('comment.sending') : null} />
          {problem !== null && (
            <ProblemLine problem={problem}>
              <button
                type="button"
                class="link"
                onClick={(event) => {
                  leave(event)
                  void announce(around, sendAgain(store, key))
                }}
              >
                {words.say('thread.retry')}
              </button>
              <button type="button" class="link" onClick={() => takeInHand(store, key)}>
                {words.say('act.edit')}
              </button>
            </ProblemLine>
          )}
        </li>
      ))}
    </>
  )
}

/** What waits for a moderator; nobody else sees it. */
function HeldItems({ parent }: { parent: string | null }): JSX.Element {
  const { store, words } = useThread()
  const all = usePiece(({ held }) => held)
  const name = usePiece(({ me }) => me?.name ?? '')
  const mine = all.filter((one) => one.parent === parent)
  return (
    <>
      {mine.map(({ id, text, isEdit }) => (
        <li key={id} class="node held">
          <Draft name={name} text={text} note={words.say(isEdit ? 'comment.heldEdit' : 'comment.held')} />
          <button
            type="button"
            class="link"
            onClick={(event) => {
              leave(event)
              void withdrawHeld(store, id)
            }}
          >
            {words.say('comment.withdraw')}
          </button>
        </li>
      ))}
    </>
  )
}

/** The button goes with what is done: the focus goes to what is answered, or to the box above all. */
function leave({ currentTarget }: { currentTarget: Element }): void {
  const answered = currentTarget.closest('.replies')?.parentElement?.querySelector<HTMLElement>('.comment')
  const box = (currentTarget.getRootNode() as ShadowRoot).querySelector<HTMLElement>('.editor textarea')
  const to = answered ?? box
  to?.focus({ preventScroll: true })
}

type Text = { name: string; text: string; note: string | null }

function Draft({ name, text, note }: Text): JSX.Element {
  const article = useRef<HTMLElement>(null)
  useStyle(article, css)
  return (
    <article ref={article} class="comment" part="comment">
      <header class="head">
        <Avatar name={name} picture={undefined} />
        <span class="name">{name}</span>
        {note !== null && <span class="mark">{note}</span>}
      </header>
      <div class="text plain" dir="auto">
        {text}
      </div>
    </article>
  )
}
