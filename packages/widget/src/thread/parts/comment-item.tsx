import type { JSX } from 'preact'
import { hashOf } from '../permalink.ts'
import { CommentBody } from './comment-body.tsx'
import { CommentHead } from './comment-head.tsx'
import { Notice } from './notices.tsx'
import { Replies } from './replies.tsx'
import { usePiece } from './use-thread.ts'

type ItemProps = { slug: string; depth: number; isAlone?: boolean; isCopy?: boolean }

/**
 * A comment, and under it, unless it is to stand alone, those that answer it. `depth` counts from what is shown. A copy
 * stands elsewhere as well: there it is answered, and there its name leads.
 */
export function CommentItem({ slug, depth, isAlone = false, isCopy = false }: ItemProps): JSX.Element | null {
  const entry = usePiece(({ entries }) => entries.get(slug) ?? null)
  const isFolded = usePiece(({ collapsed }) => collapsed.has(slug))
  const isFocus = usePiece(({ focus }) => focus?.slug === slug)
  if (entry === null) return null
  const id = isCopy ? `pinned-${slug}` : slug
  return (
    <li class={`node${isFocus ? ' focus' : ''}`}>
      <article class="comment" part="comment" id={hashOf(id).slice(1)} tabIndex={-1} aria-labelledby={`by-${id}`}>
        <CommentHead entry={entry} id={`by-${id}`} isFolded={isFolded} isCopy={isCopy} />
        {!isFolded && <CommentBody entry={entry} isCopy={isCopy} />}
        {!isCopy && <Notice at={slug} />}
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
