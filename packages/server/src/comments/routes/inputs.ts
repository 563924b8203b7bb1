import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { lineOfText, numberInQuery, textOfBytes } from '../../api/fields.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Ref } from '../discussions.ts'

/** What a path has instead of a discussion's own id where the query names its resource. */
const BY_RESOURCE = '-'

export const orgField = z.string().min(1).max(64)
export const resourceType = textOfBytes(100)
export const resourceId = textOfBytes(1024)
export const resourceSchema = z
  .strictObject({ type: resourceType, id: resourceId })
  .meta({ id: 'Resource', description: 'Whatever is commented on: its own type and id, kept exactly.' })

/** The longest has 101 parts; `.` stands for `/` where a path cannot have one. */
export const slugSchema = z
  .string()
  .max(1200)
  .regex(/^[0-9A-Za-z]{1,32}([./][0-9A-Za-z]{1,32})*$/, 'must be the slug of a comment, such as 7Gq4hKpR2x.w3XbT9sLmQ')
  .transform((slug) => slug.replaceAll('.', '/'))
  .meta({ description: 'The slug of a comment, with "." for each "/".' })

export const titleField = lineOfText(300).nullable()
export const urlField = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .max(2000)
  .refine((url) => !/\p{Cc}/u.test(url), 'must be an address without control characters')
  // A name before the host looks like the host to whoever follows a link.
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'must be an address without a name before its host')
  .nullable()

/** As the parts of an id: a tree and a key. */
export const topicField = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w-]+~[\w-]+$/, 'must be the id of a topic')
export const honeypotField = z
  .string()
  .max(1000)
  .exactOptional()
  .meta({ description: 'A field of the form that people do not see: whoever fills it in is a program.' })

export const tagsField = z
  .array(lineOfText(40).refine((tag) => tag.trim() !== '', 'must not be blank'))
  .max(10)
  .meta({ description: 'Words of its own, besides its topic.' })

const discussionParam = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Id of the discussion; "-" where the query names its resource by org, type and id.' })

export const discussionParams = z.object({ discussion: discussionParam })
export const commentParams = z.object({ discussion: discussionParam, slug: slugSchema })

export const refQuery = z.object({
  org: orgField.optional().meta({ description: "The caller's own where a token says it." }),
  type: resourceType.optional(),
  id: resourceId.optional(),
})

export const pageQuery = refQuery.extend({
  limit: numberInQuery(1, 100).optional(),
  cursor: z.string().max(16_000).optional(),
  page: numberInQuery(1, 10_000).optional(),
})

type Names = z.output<typeof refQuery>

/** The discussion that a request means: by its own id, or by its resource. */
export function refOf({ discussion }: { discussion: string }, query: Names, actor: Actor | null): Ref {
  if (discussion !== BY_RESOURCE) {
    const surplus = (['org', 'type', 'id'] as const).filter((name) => query[name] !== undefined)
    if (surplus.length > 0) throw unclear(surplus, 'goes with "-" in the path: write "-", or leave it out')
    return { discussion }
  }
  const { type, id, org = actor?.org } = query
  if (org !== undefined && type !== undefined && id !== undefined) return { org, resource: { type, id } }
  const missing = Object.entries({ org, type, id }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  throw unclear(missing, 'is missing: with "-" in the path the query names org, type and id')
}

function unclear(names: readonly string[], message: string): Refusal {
  const flaws = names.map((name) => ({ path: `query.${name}`, message }))
  return new Refusal('invalid', `It is not clear which discussion is meant: query.${names[0]} ${message}.`, flaws)
}

/** By cursor or by number, not by both. */
export function pageRequest({ limit = 50, cursor, page }: z.output<typeof pageQuery>) {
  if (cursor !== undefined && page !== undefined) {
    const message = 'does not go with a cursor: leave one of them out'
    throw new Refusal('invalid', `query.page ${message}.`, [{ path: 'query.page', message }])
  }
  return { limit, cursor: cursor ?? null, page: page ?? null }
}
