import * as z from 'zod'
import { CLOSENESS, profilePatchSchema } from '../../accounts/service.ts'
import { tagOf } from '../../api/bytes.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { ProfileView } from '../people/own-profile.ts'
import type { Social } from '../service.ts'
import { personOf } from './asking.ts'

const shared = { path: '/v1/me/profile', auth: 'required', tag: 'Me' } as const
const closeness = z.enum(CLOSENESS)

const profileSchema = z
  .object({
    name: z.string(),
    ownName: z.boolean().meta({ description: "It is one that they gave themselves, not the host's." }),
    avatar: z.string().nullable(),
    bio: z.string().meta({ description: 'In Markdown.' }),
    bioHtml: z.string().meta({ description: 'The same, rendered and sanitised.' }),
    links: z.array(z.string()),
    locale: z.string().nullable(),
    fields: z.array(z.object({ name: z.string(), value: z.string(), to: closeness })),
    offers: z
      .array(z.object({ name: z.string(), label: z.string() }))
      .meta({ description: 'The fields that there are.' }),
    picture: z.string().nullable().meta({ description: "Id of a photo that stands instead of the host's picture." }),
    isPrivate: z.boolean().meta({ description: 'Who wants to follow them asks first.' }),
    wall: closeness.meta({ description: 'Who may write on their wall.' }),
    reviewsWall: z.boolean().meta({ description: 'What others write there waits until they let it show.' }),
    lists: closeness.meta({ description: 'Who sees whom they follow, and who follows them.' }),
    rev: z.int().min(0),
  })
  .meta({ id: 'Profile' }) satisfies z.ZodType<ProfileView>

export const profileRoutes = (social: Social): Route[] => [getProfile(social), changeProfile(social)]

const getProfile = (social: Social): Route =>
  defineRoute({
    ...shared,
    method: 'GET',
    name: 'getProfile',
    summary: 'What the caller says of themselves, and how they want to be met',
    answers: { 200: profileSchema },
    handle: async ({ actor }) => {
      personOf(actor)
      return answerOf(await social.people.profile(actor))
    },
  })

const changeProfile = (social: Social): Route =>
  defineRoute({
    ...shared,
    method: 'PATCH',
    name: 'changeProfile',
    summary: 'Changes that, at once; with If-Match only if it is as it was seen',
    body: profilePatchSchema,
    fields: ['if-match'],
    answers: { 200: profileSchema },
    handle: async ({ body, actor, headers }) => {
      personOf(actor)
      const ifMatch = revisionsIn(headers.ifMatch)?.map(String) ?? null
      return answerOf(await social.people.reviseProfile(actor, body, ifMatch))
    },
  })

const answerOf = (profile: ProfileView): Answer => {
  const body = Buffer.from(JSON.stringify(profile))
  return { body, etag: `r${profile.rev}.${tagOf(body)}` }
}
