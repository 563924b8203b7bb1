import type { IncomingMessage } from 'node:http'
import { Refusal } from '../api/refusal.ts'

/** Origins of the sites whose pages may use what is an org's; none stand for all. */
export type Origins = readonly string[]

/** A page of one of these sites, or of the service itself. */
export function isAllowed({ headers }: Pick<IncomingMessage, 'headers'>, origins: Origins): boolean {
  const { origin, host } = headers
  if (origin === undefined || origins.length === 0 || origins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Refuses a change that a page of a foreign site asks for. Who is no page sends no Origin. */
export function requireAllowed(request: Pick<IncomingMessage, 'headers'>, origins: Origins): void {
  if (isAllowed(request, origins)) return
  const how = '`palaver org --set origins=…` says which sites may'
  throw new Refusal('origin-not-allowed', `Pages of this site may change nothing in this org: ${how}.`)
}

const NONE: readonly string[] = []

/** Who may read an answer of an org that names its sites: the page that asks, or none. */
export function originFields(request: Pick<IncomingMessage, 'headers'>, origins: Origins): readonly string[] {
  const { origin } = request.headers
  if (origins.length === 0 || origin === undefined || !isAllowed(request, origins)) return NONE
  return ['access-control-allow-origin', origin]
}
