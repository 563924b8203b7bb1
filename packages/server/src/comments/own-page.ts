import { Refusal } from '../api/refusal.ts'
import type { OrgRules } from './settings.ts'

/** Mails and feeds lead to this address: it must be one of the org's own pages, where the org has said which those are. */
export function requireOwnPage({ origins }: Pick<OrgRules, 'origins'>, url: string | null): void {
  if (url === null || origins.length === 0 || (URL.canParse(url) && origins.includes(new URL(url).origin))) return
  const message = `The address must begin with one of: ${origins.join(', ')}.`
  throw new Refusal('invalid', message, [{ path: 'url', message }])
}
