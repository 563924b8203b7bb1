import * as z from 'zod'
import { lineOfText, numberInQuery } from '../../api/fields.ts'

export const pagingQuery = z.object({
  limit: numberInQuery(1, 100).optional(),
  cursor: z.string().max(16_000).optional(),
})

/** For people; an empty one is none. */
export const reasonField = lineOfText(500).nullable().default(null)
export const idField = z.string().min(1).max(64)

type Paging = z.output<typeof pagingQuery>
export const pagingOf = ({ limit = 50, cursor }: Paging): { limit: number; cursor: string | null } => ({
  limit,
  cursor: cursor ?? null,
})

export const linksOf = (next: string | null): { links: { next: { cursor: string } | null } } => ({
  links: { next: next === null ? null : { cursor: next } },
})
