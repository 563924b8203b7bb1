import type { JSX } from 'preact'
import { hashOf } from '../permalink.ts'
import { CommentBody } from './comment-body.tsx'
import { CommentHead } from './comment-head.tsx'
import { Replies } from './replies.tsx'
import { usePiece } from './use-thread.ts'

type ItemProps = { slug: string; depth: number; isAlone?: boolean }

/** A comment, and under it, unless it is to stand alone, those that answer it. `depth` counts from what is shown. */
export function CommentItem({ slug, depth, isAlone = false }: ItemProps): JSX.Element | null {
  const entry = usePiece(({ entries }) => entries.get(slug) ?? null)
  const isFolded = usePiece(({ collapsed }) => collapsed.has(slug))
  const isFocus = usePiece(({ focus }) => focus?.slug === slug)
  if (entry === null) return null
  return (
    <li class={`node${isFocus ? ' focus' : ''}`}>
      <article class="comment" part="comment" id={hashOf(slug).slice(1)} tabIndex={-1} aria-labelledby={`by-${slug}`}>
        <CommentHead entry={entry} isFolded={isFolded} />
        {!isFolded && <CommentBody entry={entry} />}
      </article>
      {!isFolded && !isAlone && (
        <Replies entry={entry} depth={depth + 1}>
          {entry.replies.map((reply) => (
            <CommentItem key={reply} slug={reply} depth={depth + 1} />
          ))}
        </Replies>
      )}
    </li>
  )
}
