import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Thread } from './discussion.ts'
import type { ApiKey, ApiKeys, Discussion, NewApiKey, Org, Resource } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

export {
  changeWebhook,
  createWebhook,
  deliveries,
  ping,
  removeWebhook,
  replay,
  rotateSecret,
  webhook,
  webhooks,
} from './webhooks.ts'
export { deadLetters, decideAll, decideLetter, queues } from './queues.ts'

const DISCUSSIONS = '/v1/discussions'
const DISCUSSION = `${DISCUSSIONS}/{discussion}` as const

/** Opens the discussion of a resource, with its settings. */
export function open(
  palaver: Palaver,
  body: BodyOf<`POST ${typeof DISCUSSIONS}`>,
  options?: CallOptions,
): Promise<Discussion> {
  return call(palaver, `POST ${DISCUSSIONS}`, { body, options })
}

/** Changes title, address or settings; a setting that is null goes back to that of the org. */
export function configure(
  { palaver, path, query }: Thread,
  body: BodyOf<`PATCH ${typeof DISCUSSION}`>,
  options?: CallOptions,
): Promise<Discussion> {
  return call(palaver, `PATCH ${DISCUSSION}`, { path, query, body, options })
}

/** Gives the resource another name; the old one still leads to it. */
export function rename(
  { palaver, path, query }: Thread,
  resource: Resource,
  options?: CallOptions,
): Promise<Discussion> {
  return call(palaver, `POST ${DISCUSSION}/rename`, { path, query, body: { resource }, options })
}

/** The caller's org. */
export function org(palaver: Palaver, options?: ReadOptions): Promise<Org> {
  return call(palaver, 'GET /v1/org', { options })
}

/** Changes the caller's org. */
export function changeOrg(palaver: Palaver, body: BodyOf<'PATCH /v1/org'>, options?: CallOptions): Promise<Org> {
  return call(palaver, 'PATCH /v1/org', { body, options })
}

/** The API keys of the caller's org, the newest first. */
export function keys(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/keys'> = {},
  options?: ReadOptions,
): Listing<ApiKey, ApiKeys> {
  const itemsOf = (page: ApiKeys): readonly ApiKey[] => page.keys
  return list(palaver, { operation: 'GET /v1/keys', query: wanted, itemsOf }, options)
}

/** Makes an API key. It is shown now and never again. */
export function createKey(palaver: Palaver, body: BodyOf<'POST /v1/keys'>, options?: CallOptions): Promise<NewApiKey> {
  return call(palaver, 'POST /v1/keys', { body, options })
}

/** Ends an API key. */
export function revokeKey(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/keys/{key}', { path: { key: id }, options })
}
