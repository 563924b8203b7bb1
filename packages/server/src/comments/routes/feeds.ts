import * as z from 'zod'
import { linkTo } from '../link.ts'
import { Refusal } from '../../api/refusal.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Discussion } from '../model.ts'
import { newestIn } from '../newest.ts'
import type { PublicComment } from '../present.ts'
import type { Comments } from '../service.ts'
import { keptFor } from './answers.ts'
import { ATOM_TYPE, atomOf, type Entry } from './atom.ts'
import { discussionParams, orgField, refOf, refQuery } from './inputs.ts'

const tag = 'Feeds'
const MOST_ENTRIES = 50
const common = { tag, method: 'GET', scope: 'read', auth: 'optional', mediaType: 'application/atom+xml' } as const

/** `isPublic`: whether everyone may see all of an org, because no host decides who may. */
type Needs = { comments: Comments; isPublic: (org: string) => Promise<boolean> }

export const feedRoutes = (needs: Needs): Route[] => [feedOfDiscussion(needs), feedOfOrg(needs)]

const feedOfDiscussion = ({ comments }: Needs): Route =>
  defineRoute({
    ...common,
    path: '/v1/discussions/{discussion}/feed',
    name: 'getDiscussionFeed',
    summary: `The newest ${MOST_ENTRIES} comments of a discussion, as an Atom feed`,
    params: discussionParams,
    query: refQuery,
    answers: { 200: 'An Atom feed.' },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const newest = await comments.views.chronological(discussion, 'newest', { limit: MOST_ENTRIES })
      const page = await comments.veiledPage({ viewer: actor, discussion }, newest)
      const shown = page.comments.map(({ json }) => JSON.parse(json) as PublicComment)
      const entries = shown.flatMap((comment) => entryOf(discussion, comment))
      const { _id, url, created } = discussion
      const self = `/v1/discussions/${_id}/feed`
      const feed = { id: `urn:palaver:discussion:${_id}`, title: titleOf(discussion), self, link: url, entries }
      return { ...atomAnswer({ ...feed, created }), keepFor: keptFor(discussion) }
    },
  })

const feedOfOrg = ({ comments, isPublic }: Needs): Route =>
  defineRoute({
    ...common,
    path: '/v1/orgs/{org}/feed',
    name: 'getOrgFeed',
    summary: `The newest ${MOST_ENTRIES} comments of an org, as an Atom feed; for orgs in which everyone may see all`,
    params: z.object({ org: orgField }),
    answers: { 200: 'An Atom feed.' },
    handle: async ({ params: { org }, actor }) => {
      const rules = actor !== null && actor.org !== org ? null : await comments.needs.rulesOf(org)
      if (rules === null || !(await isPublic(org)))
        throw new Refusal('org-not-found', 'There is no feed of such an org.')
      const newest = await newestIn(comments.needs, { actor, org, limit: MOST_ENTRIES })
      const entries = newest.flatMap(({ discussion, comment }) => entryOf(discussion, comment))
      const self = `/v1/orgs/${encodeURIComponent(org)}/feed`
      const id = `urn:palaver:org:${encodeURIComponent(org)}`
      return { ...atomAnswer({ id, title: 'Comments', self, link: null, entries, created: NEVER }), org }
    },
  })

/** For a feed in which nothing is yet. */
const NEVER = '1970-01-01T00:00:00.000Z'

type Told = { id: string; title: string; self: string; link: string | null; entries: Entry[]; created: string }

function atomAnswer({ created, ...feed }: Told): Answer {
  const updated = feed.entries.reduce((latest, entry) => (entry.updated > latest ? entry.updated : latest), created)
  return { body: atomOf({ ...feed, updated }), type: ATOM_TYPE }
}

const titleOf = ({ title, resource }: Discussion): string => `Comments on ${title ?? resource.id}`

type Shown = Pick<PublicComment, 'slug' | 'status' | 'html' | 'posted' | 'edited'> & { author: { name: string } | null }

/** Of what is not published nothing is told. */
function entryOf(discussion: Discussion, { slug, status, author, html, posted, edited }: Shown): Entry[] {
  if (status !== 'published' || author === null) return []
  const name = slug.replaceAll('/', '.')
  return [
    {
      id: `urn:palaver:comment:${discussion._id}:${name}`,
      title: `${author.name} on ${discussion.title ?? discussion.resource.id}`,
      author: author.name,
      posted,
      updated: edited ?? posted,
      html,
      link: linkTo(discussion, slug),
    },
  ]
}
