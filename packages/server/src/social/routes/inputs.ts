import * as z from 'zod'
import { personIdSchema } from '../../accounts/service.ts'
import { lineOfText, numberInQuery } from '../../api/fields.ts'
import { honeypotField, orgField, urlField } from '../../comments/service.ts'
import { type Audience, AUDIENCES } from '../model.ts'

/** How long a text may be is said where it is read; this only keeps out what is never read. */
const LONGEST_TEXT = 50_000
const MOST_CIRCLES = 100
const MOST_PEOPLE = 100
const MOST_PHOTOS = 10
const MOST_CHOICES = 10
const MINUTE = 60
const MONTH = 31 * 24 * 60 * MINUTE

const nameOf = (what: string) =>
  z
    .string()
    .regex(/^[0-9A-Za-z]{1,64}$/, `must be the id of ${what}`)
    .meta({ description: `Id of ${what}.` })

const personField = personIdSchema.meta({ description: 'Id of a person.' })
const postField = nameOf('a post')
const circleField = nameOf('a circle')
const photoField = z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a photo')

export const personParams = z.object({ person: personField })
export const postParams = z.object({ post: postField })
export const circleParams = z.object({ circle: circleField })

export const orgQuery = z.object({
  org: orgField.optional().meta({ description: "The caller's own where a token says it." }),
})

export const pageQuery = z.object({
  limit: numberInQuery(1, 100).optional(),
  cursor: z.string().max(2000).optional(),
})

const listOf = <S extends z.ZodType<string>>(one: S, most: number) =>
  z.array(one).max(most).refine(isWithoutRepeats, 'must not name the same one twice')

const isWithoutRepeats = (names: readonly string[]): boolean => new Set(names).size === names.length

export const audienceField = z
  .strictObject({
    to: z.enum(AUDIENCES),
    circles: listOf(circleField, MOST_CIRCLES).default([]),
    people: listOf(personField, MOST_PEOPLE).default([]),
  })
  .refine(({ to, circles }) => (to === 'chosen') === circles.length > 0, {
    path: ['circles'],
    message: 'must name circles where it is to chosen ones, and only there',
  })
  .refine(({ to, people }) => (to === 'people') === people.length > 0, {
    path: ['people'],
    message: 'must name people where it is to people, and only there',
  })
  .meta({
    description:
      'Who may see it: all, followers, those in any circle of its author, in chosen circles, or some people.',
  })

/** Where nothing is said. */
export const TO_ALL: Audience = { to: 'public', circles: [], people: [] }

const placeField = z.strictObject({
  name: lineOfText(200),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  coarse: z.int().min(0).max(5).nullable().exactOptional().meta({
    description: 'So many digits of a degree are kept: 3 is about a hundred metres, 1 about ten kilometres.',
  }),
})

const pollField = z.strictObject({
  choices: listOf(lineOfText(100), MOST_CHOICES).min(2),
  isMultiple: z.boolean().default(false),
  seconds: z.int().min(MINUTE).max(MONTH).meta({ description: 'For how long it can be voted in.' }),
})

const textField = z.string().max(LONGEST_TEXT).meta({ description: 'In Markdown.' })

export const newPostSchema = z.strictObject({
  text: textField.default(''),
  audience: audienceField.exactOptional().meta({ description: 'For all where nothing is said.' }),
  wall: personField.nullable().exactOptional().meta({ description: "On whose wall, where not on one's own." }),
  link: urlField.exactOptional(),
  photos: listOf(photoField, MOST_PHOTOS).exactOptional(),
  place: placeField.nullable().exactOptional(),
  poll: pollField.nullable().exactOptional(),
  of: postField.nullable().exactOptional().meta({ description: 'What it quotes.' }),
  honeypot: honeypotField,
})

export const postChangeSchema = z
  .strictObject({ text: textField.exactOptional(), audience: audienceField.exactOptional() })
  .refine(({ text, audience }) => text !== undefined || audience !== undefined, 'must say what is to be changed')

/** Any name that can be seen is one, with dots, dollars and emoji. */
export const circleSchema = z.strictObject({
  name: lineOfText(100).refine((name) => /[^\p{C}\p{Z}]/u.test(name), 'must have something to see'),
})
