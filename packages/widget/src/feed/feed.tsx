import type { JSX } from 'preact'
import type { Source } from '../social/api.ts'
import { type Options, useDesk } from '../social/around.ts'
import { Loading } from '../social/parts/phases.tsx'
import { usePiece } from '../thread/parts/use-thread.ts'
import { PostPage } from './post-page.tsx'
import { Posts } from './posts.tsx'

/** News, a wall, what waits on one's own wall, or one post: as the attributes say. */
export function Feed(): JSX.Element | null {
  const { options } = useDesk()
  const me = usePiece((state) => state.me?.id ?? null)
  const isKnown = usePiece((state) => state.isKnown)
  const { view, post, compose } = options
  if (view === 'post') return post === null ? null : <PostPage id={post} />
  const source = sourceOf(options, me)
  // Whose wall it is depends on who reads.
  if (source === null && !isKnown) return <Loading />
  return <Posts source={source ?? NEWS} isBoxed={compose !== 'off' && view !== 'incoming'} />
}

const NEWS: Source = { view: 'news', person: null, order: 'latest' }

/** Where the posts come from; null where that is a wall of nobody known. */
function sourceOf({ view, person, order }: Options, me: string | null): Source | null {
  if (view === 'incoming') return { ...NEWS, view }
  if (view !== 'wall') return { ...NEWS, order: order === 'top' ? order : 'latest' }
  const owner = person ?? me
  return owner === null ? null : { ...NEWS, view, person: owner }
}
