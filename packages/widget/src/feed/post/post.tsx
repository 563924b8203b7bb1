import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Post as PostOf } from '../../social/model.ts'
import { Who } from '../../social/parts/who.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { later } from '../../thread/parts/later.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Body } from './body.tsx'
import { Comments } from './comments.tsx'
import { Foot } from './foot.tsx'
import { Head } from './head.tsx'

const EditBox = later(async () => (await import('./edit-box.tsx')).EditBox)
const Review = later(async () => (await import('./review.tsx')).Review)
const QuoteBox = later(async () => (await import('../compose/quote-box.tsx')).QuoteBox)

export type Open = 'edit' | 'quote' | null

type PostProps = { post: PostOf; at?: number; isReviewed?: boolean; isWhole?: boolean }

/** A post: who wrote it, what it is, and what can be done with it. What is passed on is shown itself. */
export function Post({ post: listed, at, isReviewed = false, isWhole = false }: PostProps): JSX.Element {
  const [open, setOpen] = useState<Open>(null)
  const id = useId()
  const passedOn = listed.kind === 'repost' ? listed.of : null
  const post = passedOn ?? listed
  const place = at === undefined ? { tabIndex: -1 } : { tabIndex: 0, 'aria-posinset': at, 'aria-setsize': -1 }
  const close = (): void => setOpen(null)
  return (
    <article class="post" part="feed-post" {...place} aria-labelledby={id}>
      {passedOn !== null && <PassedOn by={listed} />}
      <Head post={post} id={id} open={setOpen} />
      {open === 'edit' ? <EditBox post={post} close={close} /> : <Body post={post} />}
      <Under post={post} isReviewed={isReviewed} isWhole={isWhole} quote={() => setOpen('quote')}>
        {open === 'quote' && <QuoteBox post={post} close={close} />}
      </Under>
    </article>
  )
}

function PassedOn({ by }: { by: PostOf }): JSX.Element {
  const { words } = useThread()
  return (
    <p class="passed-on">
      <Sign name="repost" />
      <Who person={by.author} /> {words.say('post.passedOn')}
    </p>
  )
}

type UnderProps = {
  post: PostOf
  isReviewed: boolean
  isWhole: boolean
  quote: () => void
  children: ComponentChildren
}

/** What can be done with it, and what is said about it; while it waits for the reader, what becomes of it. */
function Under({ post, isReviewed, isWhole, quote, children }: UnderProps): JSX.Element | null {
  const [isTalk, setTalk] = useState(isWhole)
  if (post.mine.mayReview && post.wallState === 'waiting')
    return <Review post={post} isList={isReviewed} instead={<div class="review" />} />
  if (post.status !== 'published') return null
  return (
    <>
      <Foot post={post} quote={quote} talk={isTalk ? null : () => setTalk(true)} />
      {children}
      <Comments post={post} isOpen={isTalk} isFocused={!isWhole} />
    </>
  )
}
