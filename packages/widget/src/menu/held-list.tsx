import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { tell } from '../acts/saying.ts'
import type { Decision, HeldItem } from '../acts/waiting.ts'
import { Avatar } from '../thread/parts/avatar.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { Written } from '../thread/parts/written.tsx'
import { When } from '../thread/parts/when.tsx'

type Judge = (item: HeldItem, decision: Decision) => Promise<boolean>
type ListProps = {
  id: string
  items: readonly HeldItem[]
  judge: Judge
  /** Where the focus goes when nothing is left. */
  leave: () => void
}

const BUTTONS = [
  ['approve', 'staff.approve', 'primary'],
  ['reject', 'staff.refuse', 'quiet'],
  ['spam', 'staff.spam', 'quiet'],
] as const

/** What waits, to be looked at and decided; the next one takes the focus. */
export function HeldList({ id, items, judge, leave }: ListProps): JSX.Element {
  const { store, words } = useThread()
  const list = useRef<HTMLOListElement>(null)
  const decide = async (item: HeldItem, decision: Decision): Promise<void> => {
    const at = items.indexOf(item)
    const next = list.current?.children[at + 1] ?? list.current?.children[at - 1]
    if (next === undefined) leave()
    else next.querySelector('button')?.focus()
    const isTaken = await judge(item, decision)
    if (isTaken) tell(store, words.say(decision === 'approve' ? 'staff.published' : 'staff.refused'))
  }
  return (
    <ol id={id} class="waiting" role="list" ref={list}>
      {items.map((item) => (
        <li key={item.id}>
          <Held item={item} decide={(decision) => void decide(item, decision)} />
        </li>
      ))}
    </ol>
  )
}

type HeldProps = { item: HeldItem; decide: (decision: Decision) => void }

function Held({ item, decide }: HeldProps): JSX.Element {
  const { words } = useThread()
  const { id, author, at, html, why, opens } = item
  const picture = usePiece(({ avatars }) => avatars[author.id])
  return (
    <article class="comment" part="comment" aria-labelledby={`held-${id}`}>
      <header class="head" id={`held-${id}`}>
        <Avatar name={author.name} picture={picture} />
        <span class="name" part="name" dir="auto">
          {author.name}
        </span>
        <span class="mark">
          <When time={at} />
        </span>
        <About item={item} />
      </header>
      {opens !== null && <Opens opens={opens} />}
      {/* The service has made this HTML from Markdown, and taken everything out of it that could do something. */}
      <Written html={html} />
      {why.length > 0 && (
        <p class="why" dir="auto">
          {why.map(({ reason }) => reason).join(' · ')}
        </p>
      )}
      <div class="decisions">
        {BUTTONS.map(([decision, key, look]) => (
          <button
            key={decision}
            type="button"
            class={look}
            aria-describedby={`held-${id}`}
            onClick={() => decide(decision)}
          >
            {words.say(key)}
          </button>
        ))}
      </div>
    </article>
  )
}

/** What is published with a first comment. Its address is to be read, not to be followed. */
function Opens({ opens: { title, url, tags } }: { opens: NonNullable<HeldItem['opens']> }): JSX.Element {
  return (
    <p class="brings" dir="auto">
      <strong>{title}</strong>
      {[url ?? '', tags.join(', ')].map((line) => line !== '' && <span key={line}>{line}</span>)}
    </p>
  )
}

/** What it changes or answers, where that is known here. */
function About({ item: { kind, parent } }: { item: HeldItem }): JSX.Element | null {
  const { words } = useThread()
  const name = usePiece(({ entries }) => (parent === null ? null : (entries.get(parent)?.comment.author?.name ?? null)))
  if (kind === 'edit') return <span class="mark">{words.say('staff.heldEdit')}</span>
  return name === null ? null : <span class="mark">{words.say('comment.inReplyTo', { name })}</span>
}
