import { type Answer, call } from '@palaver/client'
import { palaverOf } from '../acts/client.ts'
import type { Store } from '../thread/state/store.ts'
import type {
  Audience,
  Circle,
  MutedWord,
  NewPost,
  PeoplePage,
  Person,
  Post,
  PostPage,
  Profile,
  ProfileChange,
  Requests,
  You,
} from './model.ts'

const AT_ONCE = 20
const ofOrg = ({ options: { org } }: Store): { org: string } => ({ org })

export type Source = { view: 'news' | 'wall' | 'incoming'; person: string | null; order: 'latest' | 'top' }

/** A page of posts, from where the one before ended. */
export function postsOf(store: Store, { view, person, order }: Source, cursor?: string): Promise<PostPage> {
  const palaver = palaverOf(store)
  const query = { limit: AT_ONCE, cursor }
  if (view === 'news') return call(palaver, 'GET /v1/news', { query: { ...query, order } })
  if (view === 'incoming') return call(palaver, 'GET /v1/me/incoming', { query })
  const path = { person: person ?? '' }
  return call(palaver, 'GET /v1/people/{person}/wall', { path, query: { ...query, ...ofOrg(store) } })
}

export const postOf = (store: Store, post: string): Promise<Post> =>
  call(palaverOf(store), 'GET /v1/posts/{post}', { path: { post }, query: ofOrg(store) })

/** Under one key: where it has arrived before, it stays one. */
export const writePost = (store: Store, body: NewPost, key: string): Promise<Post> =>
  call(palaverOf(store), 'POST /v1/posts', { body, options: { key } })

type Change = { text?: string; audience?: Audience }

export const changePost = (store: Store, { id, rev }: Pick<Post, 'id' | 'rev'>, body: Change): Promise<Post> =>
  call(palaverOf(store), 'PATCH /v1/posts/{post}', {
    path: { post: id },
    headers: { 'if-match': `"r${rev}"` },
    body,
  })

export const deletePost = (store: Store, post: string): Promise<undefined> =>
  call(palaverOf(store), 'DELETE /v1/posts/{post}', { path: { post } })

export const historyOf = (store: Store, post: string): Promise<Answer<'GET /v1/posts/{post}/history'>> =>
  call(palaverOf(store), 'GET /v1/posts/{post}/history', { path: { post } })

export const reactTo = (store: Store, post: string, reaction: string | null): Promise<Post> =>
  call(palaverOf(store), 'PUT /v1/posts/{post}/reaction', { path: { post }, body: { reaction } })

export const voteIn = (store: Store, post: string, choices: readonly number[]): Promise<Post> =>
  call(palaverOf(store), 'PUT /v1/posts/{post}/vote', { path: { post }, body: { choices } })

export const passOn = (store: Store, post: string): Promise<Post> =>
  call(palaverOf(store), 'POST /v1/posts/{post}/reposts', { path: { post }, body: {} })

export const reviewPost = (store: Store, post: string, shows: boolean): Promise<Post> =>
  call(palaverOf(store), 'PUT /v1/posts/{post}/review', { path: { post }, body: { shows } })

export const personOf = (store: Store, person: string): Promise<Person> =>
  call(palaverOf(store), 'GET /v1/people/{person}', { path: { person }, query: ofOrg(store) })

type Listed = { list: 'followers' | 'following'; cursor?: string | undefined }

export const listOf = (store: Store, person: string, { list, cursor }: Listed): Promise<PeoplePage> =>
  call(palaverOf(store), `GET /v1/people/{person}/${list}`, {
    path: { person },
    query: { ...ofOrg(store), limit: AT_ONCE, cursor },
  })

export const setFollowing = (store: Store, person: string, on: boolean): Promise<{ state: You['follows'] }> =>
  call(palaverOf(store), `${on ? 'PUT' : 'DELETE'} /v1/me/following/{person}`, { path: { person } })

export const dropFollower = (store: Store, person: string): Promise<unknown> =>
  call(palaverOf(store), 'DELETE /v1/me/followers/{person}', { path: { person } })

export const requestsOf = (store: Store, cursor?: string): Promise<Requests> =>
  call(palaverOf(store), 'GET /v1/me/follow-requests', { query: { cursor } })

export const answerRequest = (store: Store, person: string, lets: boolean): Promise<unknown> =>
  call(palaverOf(store), `${lets ? 'PUT' : 'DELETE'} /v1/me/follow-requests/{person}`, { path: { person } })

export const muteFor = (store: Store, person: string, until: string | null): Promise<undefined> =>
  call(palaverOf(store), 'PUT /v1/me/mutes/{person}', { path: { person }, body: { until } })

export const circlesOf = async (store: Store): Promise<readonly Circle[]> =>
  (await call(palaverOf(store), 'GET /v1/me/circles', {})).circles

export const addCircle = (store: Store, name: string): Promise<Circle> =>
  call(palaverOf(store), 'POST /v1/me/circles', { body: { name } })

export const renameCircle = (store: Store, circle: string, name: string): Promise<unknown> =>
  call(palaverOf(store), 'PATCH /v1/me/circles/{circle}', { path: { circle }, body: { name } })

export const deleteCircle = (store: Store, circle: string): Promise<undefined> =>
  call(palaverOf(store), 'DELETE /v1/me/circles/{circle}', { path: { circle } })

export const peopleIn = (store: Store, circle: string, cursor?: string): Promise<PeoplePage> =>
  call(palaverOf(store), 'GET /v1/me/circles/{circle}/people', { path: { circle }, query: { cursor, limit: AT_ONCE } })

type Put = { person: string; on: boolean }

export const putInCircle = (store: Store, circle: string, { person, on }: Put): Promise<unknown> =>
  call(palaverOf(store), `${on ? 'PUT' : 'DELETE'} /v1/me/circles/{circle}/people/{person}`, {
    path: { circle, person },
  })

export const profileOf = (store: Store): Promise<Profile> => call(palaverOf(store), 'GET /v1/me/profile', {})

export const changeProfile = (store: Store, body: ProfileChange): Promise<Profile> =>
  call(palaverOf(store), 'PATCH /v1/me/profile', { body })

export const mutedWords = async (store: Store): Promise<readonly MutedWord[]> =>
  (await call(palaverOf(store), 'GET /v1/me/muted-words', {})).words

export const setMutedWords = (store: Store, words: readonly MutedWord[]): Promise<unknown> =>
  call(palaverOf(store), 'PUT /v1/me/muted-words', { body: { words } })
