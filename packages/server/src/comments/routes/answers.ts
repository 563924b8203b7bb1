import * as z from 'zod'
import { tagOf as tagOfBytes } from '../../api/bytes.ts'
import type { Answer } from '../../api/route.ts'
import { type Comment, type Discussion, settingsSchema, STATUSES } from '../model.ts'
import { isOfPost } from '../of-posts.ts'
import { pinnedIn } from '../pinning.ts'
import type { Posted } from '../posting.ts'
import { present, presentWithText, type PublicComment } from '../present.ts'
import { type OrgRules, settingsOf, stateAt } from '../settings.ts'
import { blank } from '../veiling.ts'
import type { Page } from '../views/page.ts'
import type { Node, Tree } from '../views/tree.ts'
import type { Permalink } from '../views/views.ts'
import { resourceSchema } from './inputs.ts'

const instant = z.iso.datetime()
const count = z.int().min(0)
const cursor = z.string().nullable().meta({ description: 'For the query parameter of that name; null at the end.' })

export const mentionSchema = z.object({ id: z.string(), name: z.string() })

export const commentSchema = z
  .object({
    slug: z.string().meta({ description: 'Its path: its own part behind those of its ancestors. It never changes.' }),
    parentSlug: z.string().nullable(),
    replyTo: z.string().nullable().meta({ description: 'What was replied to, where that was deeper than is allowed.' }),
    depth: count,
    posted: instant,
    edited: instant.nullable(),
    author: z.object({ id: z.string(), name: z.string() }).nullable(),
    html: z.string().meta({ description: 'Rendered and sanitised.' }),
    mentions: z.array(mentionSchema),
    status: z.enum(STATUSES).meta({ description: 'Of a comment that is not published only its place is shown.' }),
    rev: count,
    replies: count,
    votes: z.object({ up: count, down: count }),
    reactions: z.record(z.string(), count),
  })
  .meta({ id: 'Comment' }) satisfies z.ZodType<PublicComment>

export const commentWithText = commentSchema
  .extend({ text: z.string().meta({ description: 'The Markdown that it was written in.' }) })
  .meta({ id: 'CommentWithText' })

export const postedSchema = z
  .object({
    discussion: z.string(),
    comment: commentWithText,
    notices: z
      .array(z.object({ code: z.enum(['too-many-mentions']), detail: z.string() }))
      .meta({ description: 'What its author should know, although it was taken.' }),
  })
  .meta({ id: 'Posted' })

export const heldSchema = z
  .object({
    discussion: z.string(),
    held: z.object({
      id: z.string(),
      text: z.string(),
      why: z.array(z.object({ phase: z.string(), reason: z.string() })),
    }),
  })
  .meta({ id: 'Held', description: 'It waits for a moderator; until then only its author sees it.' })

export const permalinkSchema = z
  .object({ discussion: z.string(), comment: commentWithText, ancestors: z.array(commentSchema) })
  .meta({ id: 'Permalink' })

export const pageSchema = z
  .object({ discussion: z.string(), comments: z.array(commentSchema), next: cursor, previous: cursor })
  .meta({ id: 'Page' })

const nodeSchema = z
  .object({
    comment: commentSchema,
    get replies() {
      return z.array(nodeSchema)
    },
    more: cursor.meta({ description: 'Cursor of its replies that are not shown, for the list of its replies.' }),
  })
  .meta({ id: 'Node' })

export const treeSchema = z
  .object({ discussion: z.string(), roots: z.array(nodeSchema), next: cursor, previous: cursor })
  .meta({ id: 'Tree' })

export const discussionSchema = z
  .object({
    id: z.string(),
    org: z.string(),
    resource: resourceSchema,
    title: z.string().nullable(),
    url: z.string().nullable(),
    topic: z.string().nullable().meta({ description: 'Id of the topic that it is in.' }),
    tags: z.array(z.string()),
    created: instant,
    state: settingsSchema.shape.state.meta({ description: 'At this moment: it may have closed by itself.' }),
    settings: settingsSchema.meta({ description: "Those in force: its own, then the org's, then the defaults." }),
    comments: count,
    pinned: z.array(z.string()).meta({ description: 'Slugs of comments that a moderator put in front.' }),
    rev: count,
  })
  .meta({ id: 'Discussion' })

export function discussionView(
  discussion: Discussion,
  rules: OrgRules,
  now: number,
): z.output<typeof discussionSchema> {
  const { _id: id, org, resource, title, url, topic = null, tags = [], created, comments, rev } = discussion
  const settings = settingsOf(discussion, rules)
  const state = stateAt(now, discussion, settings)
  const pinned = [...pinnedIn(discussion)]
  return { id, org, resource, title, url, topic, tags, created, state, settings, comments, pinned, rev }
}

const linked = ({ next, previous }: Pick<Page, 'next' | 'previous'>): Required<Pick<Answer, 'links'>> => ({
  links: { next: next === null ? null : { cursor: next }, previous: previous === null ? null : { cursor: previous } },
})

export const keptFor = (discussion: Discussion): NonNullable<Answer['keepFor']> => {
  const { _id, org, topic = null, isUnseen = false } = discussion
  return { discussion: _id, org, topic, ...((isUnseen || isOfPost(discussion)) && { isForSome: true }) }
}

/** Comments come as JSON already: what surrounds them is written around that. */
const jsonList = (items: readonly string[]): string => `[${items.join(',')}]`

type Around = Pick<Page, 'next' | 'previous'>

function listJson(discussion: Discussion, list: string, { next, previous }: Around): string {
  const rest = JSON.stringify({ next, previous })
  return `{"discussion":${JSON.stringify(discussion._id)},${list},${rest.slice(1)}`
}

export const pageJson = (discussion: Discussion, page: Page): string =>
  listJson(discussion, `"comments":${jsonList(page.comments.map(({ json }) => json))}`, page)

export const treeJson = (discussion: Discussion, tree: Tree): string =>
  listJson(discussion, `"roots":${jsonList(tree.roots.map(nodeJson))}`, tree)

const listAnswer = (discussion: Discussion, json: string, around: Around): Answer => ({
  body: Buffer.from(json),
  keepFor: keptFor(discussion),
  ...linked(around),
})

export const pageAnswer = (discussion: Discussion, page: Page): Answer =>
  listAnswer(discussion, pageJson(discussion, page), page)

export const treeAnswer = (discussion: Discussion, tree: Tree): Answer =>
  listAnswer(discussion, treeJson(discussion, tree), tree)

const nodeJson = ({ comment, replies, more }: Node): string =>
  `{"comment":${comment.json},"replies":${jsonList(replies.map(nodeJson))},"more":${JSON.stringify(more)}}`

const UNVEILED: ReadonlySet<string> = new Set()

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown: counts, and the ancestors. */
export function permalinkAnswer(
  discussion: Discussion,
  { comment, ancestors }: Permalink,
  veil: ReadonlySet<string> = UNVEILED,
): Answer {
  const look = (one: Comment): PublicComment => (veil.has(one.slug) ? blank(present(one)) : present(one))
  const main = veil.has(comment.slug) ? { ...look(comment), text: '' } : presentWithText(comment)
  const shown = { discussion: discussion._id, comment: main, ancestors: ancestors.map(look) }
  const body = Buffer.from(JSON.stringify(shown))
  return { body, keepFor: keptFor(discussion), etag: `${tagOf(comment)}.${tagOfBytes(body)}` }
}

/** Votes and replies do not change it, so that they do not get in the way of an edit. */
const tagOf = ({ rev }: Comment): string => `r${rev}`

/** The revision that a tag of a comment begins with; null where it is none. */
export function revisionOf(tag: string): number | null {
  const [, rev] = /^r(\d{1,15})(?:\..*)?$/.exec(tag) ?? []
  return rev === undefined ? null : Number(rev)
}

export const heldAnswer = ({ discussion, event, held }: Posted, text: string): Answer => ({
  status: 202,
  body: { discussion, held: { id: event, text, why: held } },
})

export function postedAnswer({ discussion, comment, event, notices }: Omit<Posted, 'held'>) {
  return {
    body: { discussion, comment: presentWithText(comment), notices },
    headers: { 'palaver-event': event },
    etag: tagOf(comment),
  }
}
