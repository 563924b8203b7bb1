import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { postOf } from '../social/api.ts'
import type { Post as PostOf } from '../social/model.ts'
import { Empty, Failed, Loading } from '../social/parts/phases.tsx'
import { useRead } from '../social/use-read.ts'
import { useThread } from '../thread/parts/use-thread.ts'
import { InList } from './list.ts'
import { Post } from './post/post.tsx'
import { withoutAllOf, withoutPost, withPost } from './use-posts.ts'

/** One post with all that is said about it. */
export function PostPage({ id }: { id: string }): JSX.Element {
  const { store, words } = useThread()
  const { read, again, set } = useRead<readonly PostOf[]>(async () => [await postOf(store, id)], [id])
  const told = useMemo(
    () => ({
      put: (now: PostOf) => set(read.phase === 'ready' ? withPost(read.value, now) : [now]),
      drop: (gone: string) => set(read.phase === 'ready' ? withoutPost(read.value, gone) : []),
      dropAllOf: (who: string) => set(read.phase === 'ready' ? withoutAllOf(read.value, who) : []),
      add: () => {},
    }),
    [read],
  )
  if (read.phase === 'loading') return <Loading shapes={1} />
  if (read.phase === 'failed')
    return read.problem.code === 'post-not-found' ? (
      <Empty said={words.say('post.gone')} />
    ) : (
      <Failed problem={read.problem} again={again} />
    )
  const [post] = read.value
  return (
    <InList.Provider value={told}>
      {post === undefined ? <Empty said={words.say('post.gone')} /> : <Post post={post} isWhole />}
    </InList.Provider>
  )
}
