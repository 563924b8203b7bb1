import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { LONGEST_URL } from './limits.ts'
import type { Previews } from './service.ts'

const pictureSchema = z
  .object({ id: z.string(), width: z.int(), height: z.int() })
  .nullable()
  .meta({ description: 'A copy that the service keeps; null where there is none.' })

/** What is shown of a link, wherever one is shown. All of it is text, not HTML. */
const previewFields = {
  url: z.string().meta({ description: 'As its author wrote it: where the link leads.' }),
  title: z.string(),
  description: z.string().nullable(),
  site: z.string().nullable().meta({ description: 'What the page calls its site: not to be relied on.' }),
  picture: pictureSchema,
  lang: z.string().nullable(),
}

const answer = z
  .union([
    z.object({ state: z.literal('ready'), ...previewFields }),
    z.object({
      state: z.enum(['wanted', 'none']).meta({
        description: '`wanted`: not known yet, ask again or post without. `none`: there is nothing to show.',
      }),
    }),
  ])
  .meta({ id: 'LinkPreview' })

export const previewRoutes = (previews: Pick<Previews, 'ask'>): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/previews',
    name: 'previewLink',
    auth: 'required',
    cost: 'costly',
    tag: 'Social',
    summary: 'What the page at an address says of itself, for whoever is about to post it',
    body: z.strictObject({ url: z.string().min(1).max(LONGEST_URL) }),
    answers: { 200: answer },
    handle: async ({ body: { url }, actor, signal }) => ({ body: await previews.ask(actor.org, url, signal()) }),
  }),
]
