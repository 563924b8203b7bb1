import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { personOf } from '../social/api.ts'
import { useDesk } from '../social/around.ts'
import { Empty, Failed, Loading } from '../social/parts/phases.tsx'
import { useRead } from '../social/use-read.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/person.css?inline'
import { later } from '../thread/parts/later.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { Card } from './card.tsx'

const Wall = later(async () => (await import('../feed/posts.tsx')).Posts)

/** Somebody: their card, and on a page what they wrote. Without a name, the reader. */
export function Person(): JSX.Element | null {
  const { person, view, compose } = useDesk().options
  const me = usePiece((state) => state.me?.id ?? null)
  const box = useRef<HTMLDivElement>(null)
  useStyle(box, css)
  const id = person ?? me
  // Said once: somebody who is not there for the reader has no wall either.
  const [away, setAway] = useState<string | null>(null)
  return (
    <div ref={box} class={`person ${view === 'page' ? 'page' : 'small'}`} part="person">
      {id === null ? <Nobody /> : <Known key={id} id={id} tell={(isThere) => setAway(isThere ? null : id)} />}
      {view === 'page' && id !== null && away !== id && (
        <Wall
          source={{ view: 'wall', person: id, order: 'latest' }}
          isBoxed={compose !== 'off'}
          instead={<Loading />}
        />
      )}
    </div>
  )
}

function Nobody(): JSX.Element {
  const { words } = useThread()
  const isKnown = usePiece((state) => state.isKnown)
  return isKnown ? <Empty said={words.say('login.needed')} /> : <Loading shapes={1} />
}

type KnownProps = { id: string; tell: (isThere: boolean) => void }

function Known({ id, tell }: KnownProps): JSX.Element {
  const { store, words } = useThread()
  // What is known of them depends on who asks.
  const me = usePiece((state) => state.me?.id ?? null)
  const { read, again, set } = useRead(() => personOf(store, id), [id, me])
  const isGone = read.phase === 'failed' && read.problem.code === 'person-not-found'
  const isBlocked = read.phase === 'ready' && read.value.you?.isBlocked === true
  useEffect(() => tell(!isGone && !isBlocked), [isGone, isBlocked])
  if (read.phase === 'loading') return <Loading shapes={1} />
  if (read.phase === 'failed')
    return isGone ? <Empty said={words.say('person.gone')} /> : <Failed problem={read.problem} again={again} />
  return <Card person={read.value} isMe={id === me} set={set} again={again} />
}
