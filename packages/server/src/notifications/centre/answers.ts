import * as z from 'zod'
import { REASONS } from '../model.ts'

const place = (description: string) => z.int().meta({ description })

const placesShape = {
  position: place('Up to here everything is written: the bound for `upTo`, and where a stream goes on.'),
  readTo: place('All up to here is read.'),
  seenTo: place('All up to here was seen.'),
}

const author = z.object({ id: z.string(), name: z.string() })

const entrySchema = z
  .object({
    group: z.string().meta({ description: 'Rows of one group are shown as one.' }),
    id: z.string().meta({ description: 'Of the newest row, as are position, at and slug.' }),
    position: z.int(),
    at: z.iso.datetime(),
    slug: z.string().nullable(),
    reason: z.enum(REASONS),
    count: z.int().meta({ description: 'How many rows it stands for.' }),
    more: z.boolean().meta({ description: 'There are others beyond those that were counted.' }),
    unread: z.int(),
    actors: z.array(author).meta({ description: 'The last who did it, three at most.' }),
    people: z.int().meta({ description: 'How many did it.' }),
    isArchived: z.boolean(),
    isGone: z.boolean().meta({ description: 'What it told of is not there any more.' }),
    discussion: z
      .object({
        id: z.string(),
        title: z.string().nullable(),
        url: z.string().nullable(),
        resource: z.object({ type: z.string(), id: z.string() }),
      })
      .nullable(),
    post: z
      .object({
        id: z.string(),
        isWaiting: z.boolean().meta({ description: "It is on the caller's wall and waits to be let show." }),
      })
      .nullable()
      .meta({ description: 'The post that it is about, or on which the comment is.' }),
    url: z
      .string()
      .nullable()
      .meta({ description: "Where the post or the person is on the host's pages, where that is known." }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'How the comment or the post begins, as it is now, in plain text.' }),
  })
  .meta({ id: 'NotificationEntry' })

export const listSchema = z
  .object({
    entries: z.array(entrySchema),
    next: z.string().nullable().meta({ description: 'For the query parameter `cursor`; null at the end.' }),
    ...placesShape,
  })
  .meta({ id: 'Notifications' })

const countSchema = z.object({
  count: z.int().max(999),
  more: z.boolean().meta({ description: 'There are more than 999.' }),
})

export const countsSchema = z
  .object({ unread: countSchema, unseen: countSchema, ...placesShape })
  .meta({ id: 'NotificationCounts' })

export const markedSchema = z
  .object({
    marked: z.int().meta({ description: 'How many this changed.' }),
    more: z.boolean().meta({ description: 'Some were not reached: the same call goes on with them.' }),
  })
  .meta({ id: 'NotificationsMarked' })
