import { call, connect } from '@palaver/client'
import { problemIn } from '../acts/problem-in.ts'
import type { Desk } from './around.ts'
import type { Options } from './attributes.ts'
import type {
  Deletion,
  ListedPage,
  Place,
  Rights,
  Sort,
  Topic,
  TopicPage,
  TopicsPage,
  Variant,
  Within,
} from './model.ts'

const AT_ONCE = 50
const FOUND_AT_ONCE = 10
const DISCUSSIONS_AT_ONCE = 20
const UNAUTHENTICATED = 401

type Named = Pick<Options, 'tree'>
type Signal = { signal?: AbortSignal | undefined }

/** A page may be older than the token in it: it is told, and readers are not kept from reading. */
async function reading<T>(desk: Desk, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const problem = problemIn(error)
    if (!desk.isSomebody || !('status' in problem) || problem.status !== UNAUTHENTICATED) throw error
    const { url, org } = desk.palaver
    Object.assign(desk, { isSomebody: false, palaver: connect({ url, org, token: null }) })
    if (problem.code === 'token-expired') desk.emit('palaver:login-required', { reason: 'expired' })
    else desk.emit('palaver:error', problem)
    return read()
  }
}

const orgOf = ({ palaver, locale }: Desk): { org: string; locale: string } => ({ org: palaver.org, locale })

export const childrenOf = (
  desk: Desk,
  { tree }: Named,
  { parent, cursor }: { parent: string | null; cursor?: string | undefined },
): Promise<TopicsPage> =>
  reading(desk, () =>
    call(desk.palaver, 'GET /v1/trees/{tree}/topics', {
      path: { tree },
      query: { ...orgOf(desk), parent: parent ?? undefined, cursor, limit: AT_ONCE },
    }),
  )

/** The topic that the attributes name; null where they name none. */
export async function topicNamed(desk: Desk, { tree, topic, path }: Omit<Options, 'view'>): Promise<TopicPage | null> {
  const query = orgOf(desk)
  if (topic !== null) return topicOf(desk, topic)
  if (path === null) return null
  return reading(desk, () =>
    call(desk.palaver, 'GET /v1/trees/{tree}/at', { path: { tree }, query: { ...query, path } }),
  )
}

const topicOf = (desk: Desk, topic: string): Promise<TopicPage> =>
  reading(desk, () => call(desk.palaver, 'GET /v1/topics/{topic}', { path: { topic }, query: orgOf(desk) }))

export const found = async (
  desk: Desk,
  { tree }: Named,
  { q, signal }: { q: string } & Signal,
): Promise<readonly Topic[]> => {
  const query = { ...orgOf(desk), q, limit: FOUND_AT_ONCE }
  const asked = { path: { tree }, query, options: { signal } }
  return (await reading(desk, () => call(desk.palaver, 'GET /v1/trees/{tree}/search', asked))).topics
}

const NOTHING: Rights = { mayStart: false, mayArrange: false }

/** What the reader may do at a topic. */
export const rightsAt = async (desk: Desk, topic: string): Promise<Rights> =>
  desk.isSomebody
    ? reading(desk, () => call(desk.palaver, 'GET /v1/me/topics/{topic}', { path: { topic } })).catch(() => NOTHING)
    : NOTHING

type Wanted = { sort: Sort; within: Within; cursor?: string | undefined }

export const discussionsIn = (desk: Desk, topic: string, { sort, within, cursor }: Wanted): Promise<ListedPage> =>
  reading(desk, () =>
    call(desk.palaver, 'GET /v1/topics/{topic}/discussions', {
      path: { topic },
      query: { ...orgOf(desk), sort, within, cursor, limit: DISCUSSIONS_AT_ONCE },
    }),
  )

export type Beginning = { title: string; text: string; tags: string[] }

/** Under one key: where it has arrived before, it stays one. */
export const begin = ({ palaver }: Desk, topic: string, { key, ...body }: Beginning & { key: string }) =>
  call(palaver, 'POST /v1/topics/{topic}/discussions', { path: { topic }, body, options: { key } })

/** Where the page of a discussion is; null where that is not known. */
export const addressOfTalk = async ({ palaver }: Desk, discussion: string): Promise<string | null> =>
  call(palaver, 'GET /v1/discussions/{discussion}', { path: { discussion } }).then(
    ({ url }) => url,
    () => null,
  )

const ifStill = (rev: number | null): { 'if-match': string | undefined } => ({
  'if-match': rev === null ? undefined : `"r${rev}"`,
})

export type Revision = Partial<Place> & {
  name?: string
  slug?: string
  locales?: Record<string, Variant | { name: string }>
}

/** Refused where it has changed since it was read; null where that does not matter. */
export const revise = (
  { palaver }: Desk,
  { id, rev }: { id: string; rev: number | null },
  body: Revision,
): Promise<Topic> => call(palaver, 'PATCH /v1/topics/{topic}', { path: { topic: id }, headers: ifStill(rev), body })

export const add = ({ palaver }: Desk, { tree }: Named, body: { name: string } & Place) =>
  call(palaver, 'POST /v1/trees/{tree}/topics', { path: { tree }, body })

export const remove = ({ palaver }: Desk, topic: string, { how, to }: { how: Deletion; to?: string | undefined }) =>
  call(palaver, 'DELETE /v1/topics/{topic}', { path: { topic }, query: { how, to } })

export const merge = ({ palaver }: Desk, topic: string, into: string) =>
  call(palaver, 'POST /v1/topics/{topic}/merge', { path: { topic }, body: { into } })

export const restore = ({ palaver }: Desk, topic: string, parent: string | null) =>
  call(palaver, 'POST /v1/topics/{topic}/restore', { path: { topic }, body: { parent } })

/** Where there is no topic yet to ask about, an admin may make the first one. */
export async function mayArrange(desk: Desk, topic: string | null): Promise<boolean> {
  if (!desk.isSomebody) return false
  if (topic !== null) return (await rightsAt(desk, topic)).mayArrange
  const me = await call(desk.palaver, 'GET /v1/me', {}).catch(() => null)
  return me !== null && me.role === 'admin'
}
