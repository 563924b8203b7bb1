import { call, type CallOptions } from './call.ts'
import { commentAt, inAddress, type Thread } from './discussion.ts'
import type { Mine, Voted } from './generated/types.ts'
import { inGroups } from './groups.ts'
import type { At } from './reading.ts'

const COMMENT = '/v1/discussions/{discussion}/comments/{slug}'

/** For a comment (1), against it (-1), or neither (0). */
export function vote(
  thread: Thread,
  { slug, value }: At & Pick<Voted, 'value'>,
  options?: CallOptions,
): Promise<Voted> {
  return call(thread.palaver, `PUT ${COMMENT}/vote`, { ...commentAt(thread, slug), body: { value }, options })
}

/** Reacts to a comment, in one of the ways that the org has chosen; with `on: false` takes that back. */
export function react(
  thread: Thread,
  { slug, name, on = true }: At & { name: string; on?: boolean },
  options?: CallOptions,
): Promise<Voted> {
  const { path, query } = commentAt(thread, slug)
  const operation = `${on ? 'PUT' : 'DELETE'} ${COMMENT}/reactions/{name}` as const
  return call(thread.palaver, operation, { path: { ...path, name }, query, options })
}

/** What the caller gave to these comments and may do with them. */
export async function mine(
  { palaver, path, query }: Thread,
  slugs: readonly string[],
  options?: Pick<CallOptions, 'signal'>,
): Promise<Mine['comments']> {
  const found: Mine['comments'] = []
  for (const group of inGroups(slugs, inAddress)) {
    const asked = { path, query: { ...query, slug: group.map(inAddress) }, options }
    found.push(...(await call(palaver, 'GET /v1/discussions/{discussion}/mine', asked)).comments)
  }
  return found
}
