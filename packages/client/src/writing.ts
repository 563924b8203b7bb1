import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import { commentAt, type Thread } from './discussion.ts'
import type { Held, Posted, Preview } from './generated/types.ts'
import type { At } from './reading.ts'
import { ifStill } from './request.ts'

const COMMENTS = '/v1/discussions/{discussion}/comments'
const COMMENT = `${COMMENTS}/{slug}` as const

/** A comment, or with `parent` a reply. It is posted, or held for a moderator: `'held' in answer` says which. */
export function post(
  { palaver, path, query }: Thread,
  body: BodyOf<`POST ${typeof COMMENTS}`>,
  options?: CallOptions,
): Promise<Posted | Held> {
  return call(palaver, `POST ${COMMENTS}`, { path, query, body, options })
}

/** Gives a comment another text; with `rev` only while it is still that revision. */
export function edit(
  thread: Thread,
  { slug, text, rev }: At & { text: string; rev?: number },
  options?: CallOptions,
): Promise<Posted | Held> {
  const headers = ifStill(rev)
  return call(thread.palaver, `PATCH ${COMMENT}`, { ...commentAt(thread, slug), headers, body: { text }, options })
}

/** Deletes a comment, as the policy of the discussion says. */
export function remove(thread: Thread, { slug }: At, options?: CallOptions): Promise<undefined> {
  return call(thread.palaver, `DELETE ${COMMENT}`, { ...commentAt(thread, slug), options })
}

/** What a text would look like, without posting it. */
export function preview(palaver: Palaver, text: string, options?: CallOptions): Promise<Preview> {
  return call(palaver, 'POST /v1/preview', { body: { text }, options })
}
