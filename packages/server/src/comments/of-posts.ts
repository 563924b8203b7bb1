import { Refusal } from '../api/refusal.ts'
import type { Discussion, Resource } from './model.ts'
import { requireOwnPage } from './own-page.ts'
import type { OrgRules } from './settings.ts'

/** The resource under which the comments on what somebody posted are a discussion. */
export const POST_RESOURCE = 'social-post'

/** Nothing of what the post says, nor of who wrote it: either may be changed or erased, and this would stay. */
const TITLE = 'A post'

type Of = Pick<Discussion, 'resource'>

export const isOfPost = ({ resource: { type } }: Of): boolean => type === POST_RESOURCE

/** Where the host shows a post; null where that is not known. */
export type PageOfPost = (org: string, post: string) => Promise<string | null>

/** Their discussions open with the first comment, and are what they are. */
export function requireOfHost(...resources: readonly Resource[]): void {
  if (!resources.some(({ type }) => type === POST_RESOURCE)) return
  const message = `must not be ${POST_RESOURCE}: the comments on a post are its discussion, and no other's`
  throw new Refusal('invalid', `resource.type ${message}.`, [{ path: 'resource.type', message }])
}

type Told = { title?: unknown; url?: unknown; topic?: unknown; tags?: unknown }

/** What is said of a post's discussion comes from the post. */
export function requireOnlySettings(discussion: Of, { title, url, topic, tags }: Told): void {
  if (!isOfPost(discussion) || [title, url, topic, tags].every((one) => one === undefined)) return
  throw new Refusal('invalid', 'Of the comments on a post only the settings can be changed.')
}

/** What is said of the discussion of a post, for mails and lists. */
export async function tellingOfPost(
  pageOf: PageOfPost,
  { org, resource }: { org: string; resource: Resource },
  rules: Pick<OrgRules, 'origins'>,
): Promise<{ title: string; url: string | null; tags: string[] }> {
  const url = await pageOf(org, resource.id)
  return { title: TITLE, url: isOwnPage(rules, url) ? url : null, tags: [] }
}

function isOwnPage(rules: Pick<OrgRules, 'origins'>, url: string | null): boolean {
  try {
    requireOwnPage(rules, url)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
