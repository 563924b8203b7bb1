import * as z from 'zod'
import { tagOf } from '../../api/bytes.ts'
import { jsonOf } from '../../api/json-list.ts'
import type { Answer } from '../../api/route.ts'
import { commentSchema, type PublicComment } from '../../comments/service.ts'
import { AUDIENCES, KINDS, POST_STATUSES, WALL_STATES } from '../model.ts'
import type { PersonBrief } from '../views/person-brief.ts'
import type { PostView } from '../views/post-view.ts'

const instant = z.iso.datetime()
const count = z.int().min(0)

export const nextField = z
  .string()
  .nullable()
  .meta({ description: 'For the query parameter `cursor`; null at the end.' })

export const briefSchema = z
  .object({ id: z.string(), name: z.string(), avatar: z.string().nullable(), isPrivate: z.boolean() })
  .meta({ id: 'PersonBrief' }) satisfies z.ZodType<PersonBrief>

export const briefsSchema = z.object({ people: z.array(briefSchema), next: nextField }).meta({ id: 'PersonBriefs' })

const photoSchema = z
  .object({
    id: z.string(),
    alt: z.string(),
    width: count,
    height: count,
    small: z.string().meta({ description: 'Its address, for this viewer and a while.' }),
    large: z.string(),
  })
  .meta({ id: 'PostPhoto' })

const linkSchema = z.object({
  url: z.string(),
  preview: z
    .object({
      title: z.string(),
      description: z.string(),
      site: z.string(),
      picture: photoSchema.nullable(),
    })
    .nullable()
    .meta({ description: 'What its page says of itself; null where that is not known.' }),
})

const pollSchema = z.object({
  choices: z.array(z.object({ text: z.string(), votes: count })),
  isMultiple: z.boolean(),
  closes: instant,
  isClosed: z.boolean(),
  voters: count,
})

const audienceSchema = z
  .union([
    z.object({
      to: z.enum(AUDIENCES),
      circles: z.array(z.string()),
      people: z.array(z.string()),
    }),
    z.object({ to: z.enum(['public', 'followers', 'limited']) }),
  ])
  .meta({ description: 'To others than its author it says no more than whether it is for all, followers, or some.' })

const mineSchema = z
  .object({
    reaction: z.string().nullable(),
    repost: z.string().nullable().meta({ description: 'Id of the post with which the caller passed it on.' }),
    votes: z.array(count).nullable(),
    mayEdit: z.boolean(),
    mayDelete: z.boolean(),
    mayReview: z.boolean().meta({ description: "It is on the caller's wall, where they say whether it shows." }),
  })
  .meta({ description: 'What the caller has given it, and may do with it.' })

/** As it is once it was sent. */
type SentPost = Omit<PostView, 'of' | 'latest'> & { of: SentPost | null; latest: PublicComment[] }

export const postSchema: z.ZodType<SentPost> = z
  .object({
    id: z.string(),
    author: briefSchema,
    wall: briefSchema.nullable().meta({ description: 'On whose wall it is, where that is not that of its author.' }),
    wallState: z.enum(WALL_STATES),
    kind: z.enum(KINDS),
    posted: instant,
    edited: instant.nullable(),
    rev: count,
    audience: audienceSchema,
    text: z.string().nullable().meta({ description: 'The Markdown that it was written in: for its author.' }),
    html: z.string().meta({ description: 'Rendered and sanitised.' }),
    mentions: z.array(z.object({ id: z.string(), name: z.string() })),
    link: linkSchema.nullable(),
    photos: z.array(photoSchema),
    place: z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }).nullable(),
    poll: pollSchema.nullable(),
    get of(): z.ZodType<SentPost | null> {
      return postSchema.nullable().meta({ description: 'What it passes on or quotes.' })
    },
    isOfGone: z.boolean().meta({ description: 'It quotes something that is not there for the caller.' }),
    status: z.enum(POST_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why it is held or was taken down: for its author.' }),
    numbers: z.object({
      comments: count,
      reactions: z.record(z.string(), count),
      reposts: count,
      quotes: count,
    }),
    mine: mineSchema,
    latest: z.array(commentSchema).meta({ description: 'The last three comments.' }),
  })
  .meta({ id: 'Post' })

export const postsSchema = z.object({ posts: z.array(postSchema), next: nextField }).meta({ id: 'Posts' })

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown. */
export function postAnswer(post: PostView, org: string): Answer {
  const body = Buffer.from(jsonOf(post))
  return { body, etag: `r${post.rev}.${tagOf(body)}`, org }
}
