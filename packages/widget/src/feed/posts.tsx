import '../i18n/en-later.ts'
import '../i18n/social/en.ts'
import type { JSX, Ref } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Source } from '../social/api.ts'
import { useDesk } from '../social/around.ts'
import type { Post as PostOf } from '../social/model.ts'
import { Empty, Failed, Loading } from '../social/parts/phases.tsx'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { later } from '../thread/parts/later.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { moveAmong } from './keys.ts'
import { InList } from './list.ts'
import { MoreSoon } from './more-soon.tsx'
import { Post } from './post/post.tsx'
import { usePosts } from './use-posts.ts'

const Box = later(async () => (await import('./compose/box.tsx')).Box)
const InFeed = later(async () => (await import('../promo/in-list.tsx')).InFeed)
const Fresh = later(async () => (await import('./fresh.tsx')).Fresh)

type PostsProps = { source: Source; isBoxed?: boolean }

/** A list of posts, and above it the box to write one where that is for the reader. */
export function Posts({ source, isBoxed = false }: PostsProps): JSX.Element {
  const { words } = useThread()
  const posts = usePosts(source)
  const { put, drop, dropAllOf, add } = posts
  // Who only gave a name follows nobody.
  const isNobody = usePiece(({ isKnown, me }) => isKnown && me?.kind !== 'person')
  const list = useRef<HTMLDivElement>(null)
  const told = useMemo(() => ({ put, drop, dropAllOf, add }), [source.view, source.person])
  if (isNobody && source.view !== 'wall') return <SignIn />
  return (
    <InList.Provider value={told}>
      <section class="feed" part="feed" aria-label={words.say(`feed.${source.view}`)}>
        {isBoxed && !isNobody && <PlaceOfBox source={source} add={add} />}
        {!isNobody && source.view === 'news' && <Fresh posts={posts} list={list} />}
        <InsteadOfPosts source={source} posts={posts} />
        <List source={source} posts={posts} list={list} />
        <Below posts={posts} />
      </section>
    </InList.Provider>
  )
}

function PlaceOfBox({ source, add }: { source: Source; add: (post: PostOf) => void }): JSX.Element {
  const me = usePiece((state) => state.me)
  const place = <div class="place" />
  return me === null ? place : <Box source={source} me={me} add={add} instead={place} />
}

type ListProps = { source: Source; posts: ReturnType<typeof usePosts> }

/** Where there are none: they are on their way, cannot be had, or nobody has written any. */
function InsteadOfPosts({ source: { view }, posts: { state, again } }: ListProps): JSX.Element | null {
  const { words } = useThread()
  if (state.posts.length > 0) return null
  if (state.phase === 'loading') return <Loading />
  if (state.problem !== null) return <Failed problem={state.problem} again={again} />
  return <Empty said={words.say(`empty.${view}`)} hint={words.say(`emptyhint.${view}`)} />
}

function List({ source: { view }, posts: { state }, list }: ListProps & { list: Ref<HTMLDivElement> }): JSX.Element {
  const { words } = useThread()
  const { host, options } = useDesk()
  const isFeed = state.posts.length > 0
  return (
    <div
      ref={list}
      class="posts"
      {...(isFeed ? { role: 'feed', 'aria-label': words.say(`feed.${view}`) } : {})}
      aria-busy={state.phase === 'loading'}
      onKeyDown={moveAmong}
    >
      {state.posts.flatMap((post, at) => [
        <Post key={post.id} post={post} at={at + 1} isReviewed={view === 'incoming'} />,
        options.ads && <InFeed key={`${post.id}+`} after={post.id} host={host} posts={state.posts} />,
      ])}
    </div>
  )
}

function Below({ posts: { state, more, again } }: Pick<ListProps, 'posts'>): JSX.Element | null {
  const { words } = useThread()
  const { phase, next, problem } = state
  if (state.posts.length === 0) return null
  if (problem === null) return next === null ? null : <MoreSoon isLoading={phase === 'loading'} more={more} />
  return (
    <ProblemLine problem={problem}>
      <button type="button" class="link" onClick={again}>
        {words.say('thread.retry')}
      </button>
    </ProblemLine>
  )
}

/** News are somebody's. */
function SignIn(): JSX.Element {
  const { store, words } = useThread()
  return (
    <div class="empty" part="login">
      <p class="big">{words.say('feed.signIn')}</p>
      <button type="button" class="primary" onClick={() => store.emit('palaver:login-required', { reason: 'asked' })}>
        {words.say('login.signIn')}
      </button>
    </div>
  )
}
