import { expect } from 'vitest'
import { personId } from '../../accounts/service.ts'
import type { Role } from '../../api/actor.ts'
import { liveService, ORG } from '../../live/live.fixtures.ts'
import { allFollowed } from '../../testing/api/all-documents.ts'

export const idOf = (name: string): string => personId(ORG, name)

/** What nobody may read who may not see the post. */
export const SECRET = 'pssst'

export type Said = { post: string; discussion: string; root: string; own: string }

/** People, a post of ada's, and what cy and bob say about it. */
export async function ground(engine: Parameters<typeof liveService>[0]) {
  const service = await liveService(engine, { tickMs: 3_600_000 })
  const { call, context } = service
  const names = ['ada', 'bob', 'cy', 'dee', 'mod']
  await context.people.upsert(
    ORG,
    names.map((id) => ({ id, username: id })),
  )
  const must = async (method: string, path: string, asked: Parameters<typeof call>[2] = {}) => {
    const answer = await call(method, path, asked)
    expect([method, path, answer.status, answer.data?.detail]).toEqual([
      method,
      path,
      expect.toSatisfy(isFine),
      undefined,
    ])
    return answer.data
  }
  const reply = async (post: string, as: string, body: { text: string; parent: string | null }) =>
    must('POST', commentsOn(post), { as, body })
  const say = (post: string, as: string, text: string) => reply(post, as, { text, parent: null })
  const settled = (): Promise<void> => allFollowed(context.store)
  const talk = async (audience: object): Promise<Said> => {
    await must('PUT', `/v1/me/following/${idOf('ada')}`, { as: 'cy' })
    const { id: post } = await must('POST', '/v1/posts', { as: 'ada', body: { text: 'a post', audience } })
    const first = await say(post, 'cy', `${SECRET} one`)
    const mine = await reply(post, 'bob', { text: 'bob was here', parent: first.comment.slug })
    await reply(post, 'cy', { text: `${SECRET} two`, parent: mine.comment.slug })
    await settled()
    return { post, discussion: first.discussion, root: first.comment.slug, own: mine.comment.slug }
  }
  return { ...service, must, say, talk, settled }
}

export type Ground = Awaited<ReturnType<typeof ground>>

const isFine = (status: number): boolean => status < 300

const commentsOn = (post: string): string => `/v1/discussions/-/comments?type=social-post&id=${post}`

type Request = { path?: string; query?: string; body?: unknown; role?: Role }

/** One request for each route of a discussion: each is refused to who may not see the post. */
export const requestsFor = ({ own }: Said): Record<string, Request> => ({
  getDiscussion: {},
  changeDiscussion: { role: 'moderator', body: { settings: { maxDepth: 3 } } },
  renameDiscussion: { role: 'moderator', body: { resource: { type: 'page', id: 'x' } } },
  postComment: { body: { text: 'once more' } },
  getComment: {},
  editComment: { path: own, body: { text: 'bob was there' } },
  deleteComment: { path: own },
  getHistory: { path: own },
  pinComment: { role: 'moderator' },
  unpinComment: { role: 'moderator' },
  listComments: { query: 'view=chronological&sort=newest' },
  getTree: {},
  listReplies: {},
  getThread: {},
  getAtPosition: {},
  castVote: { body: { value: 1 } },
  addReaction: {},
  removeReaction: {},
  getMine: { query: `slug=${own.replaceAll('/', '.')}` },
  reportComment: { body: { reason: 'spam', note: null } },
  listReports: { role: 'moderator' },
  listHeld: {},
  getDiscussionFeed: {},
  streamDiscussion: {},
  getLevel: {},
  setLevel: { body: { level: 'watching' } },
  resetLevel: {},
})

type Route = { method: string; path: string; name: string }

export const pathOf = ({ path }: Route, said: Said, { path: slug = said.root, query }: Request): string =>
  `${path
    .replace('{discussion}', said.discussion)
    .replace('{slug}', slug.replaceAll('/', '.'))
    .replace('{path}', '0')
    .replace(/\{\w+\}/, 'like')}${query === undefined ? '' : `?${query}`}`
