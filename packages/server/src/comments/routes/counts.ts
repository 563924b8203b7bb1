import * as z from 'zod'
import { listInQuery } from '../../api/fields.ts'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Ref } from '../discussions.ts'
import type { Comments } from '../service.ts'
import { orgField, resourceId, resourceType } from './inputs.ts'

const MOST_COUNTED = 100

const resourceSchema = z.object({ type: resourceType, id: resourceId })

const namedResource = z
  .string()
  .regex(/^[^:]+:/, 'must be a type and an id with a colon between them')
  .refine((text) => resourceSchema.safeParse(apart(text)).success, 'must be a type and an id that a resource may have')

function apart(text: string): { type: string; id: string } {
  const at = text.indexOf(':')
  return { type: text.slice(0, at), id: text.slice(at + 1) }
}

const countsSchema = z
  .object({
    counts: z.array(
      z.object({
        discussion: z.string().optional(),
        id: z.string().optional(),
        resource: z.string().optional(),
        comments: z
          .int()
          .nullable()
          .meta({ description: 'Null where there is no discussion, or only what is held in it.' }),
      }),
    ),
  })
  .meta({ id: 'Counts' })

export const countRoute = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/counts',
    name: 'countComments',
    auth: 'optional',
    scope: 'read',
    tag: 'Discussions',
    summary: 'How many comments each of up to 100 discussions has, by their ids or by those of their resources',
    query: z.object({
      discussion: listInQuery(z.string().min(1).max(64), MOST_COUNTED).optional(),
      org: orgField.optional(),
      type: resourceType.optional(),
      id: listInQuery(resourceId, MOST_COUNTED).optional(),
      resource: listInQuery(namedResource, MOST_COUNTED)
        .optional()
        .meta({ description: 'Of several types: `type:id` each, split at the first colon.' }),
    }),
    answers: { 200: countsSchema },
    handle: async ({ query, actor }) => {
      const named = namedIn(query)
      const counts = await comments.counts(
        actor,
        named.map(({ ref }) => ref),
      )
      return { body: { counts: named.map(({ shownAs }, at) => ({ ...shownAs, comments: counts[at] ?? null })) } }
    },
  })

type Counted = { ref: Ref; shownAs: { discussion: string } | { id: string } | { resource: string } }
type CountQuery = {
  discussion?: string[] | undefined
  org?: string | undefined
  type?: string | undefined
  id?: string[] | undefined
  resource?: string[] | undefined
}

/** In the order in which they were asked for: first those named by their own ids. */
function namedIn({ discussion = [], org, type, id = [], resource = [] }: CountQuery): Counted[] {
  const total = discussion.length + id.length + resource.length
  if (total === 0 || total > MOST_COUNTED)
    throw wrongCounts('query.id', `must be 1 to ${MOST_COUNTED} in all, with those in discussion and resource`)
  const own = discussion.map((one): Counted => ({ ref: { discussion: one }, shownAs: { discussion: one } }))
  if (id.length + resource.length === 0) return own
  if (org === undefined) throw wrongCounts('query.org', 'is missing: a resource is one of an org')
  if (id.length > 0 && type === undefined) throw wrongCounts('query.type', 'is missing: an id is one of a type')
  const ofType = id.map((one): Counted => ({
    ref: { org, resource: { type: type ?? '', id: one } },
    shownAs: { id: one },
  }))
  const named = resource.map((one): Counted => ({ ref: { org, resource: apart(one) }, shownAs: { resource: one } }))
  return [...own, ...ofType, ...named]
}

const wrongCounts = (path: string, message: string): Refusal =>
  new Refusal('invalid', `${path} ${message}.`, [{ path, message }])
