import type { FastifyRequest } from 'fastify'
import { Refusal } from '../api/refusal.ts'
import type { Topics } from '../categories/service.ts'
import type { Comments, Discussion, Resource } from '../comments/service.ts'
import { asMoved, asPage, type Get, originOf, searchOf, textIn } from './answers.ts'
import { goneTopic, missingTalk, missingTopic } from './pages/missing.ts'
import { plainTalk, type Said, talkPage } from './pages/talk.ts'
import { SORTS, topicPageOf } from './pages/topic.ts'
import { topicsPage } from './pages/topics.ts'
import { ORG } from './people.ts'
import { resourceOfTalk } from './talks/started.ts'
import { type Card, type Place, placeAt, tonguesOf } from './topics/reading.ts'
import { everything, oneTopic, wayTo } from './topics/showing.ts'
import { topicPage } from './topics/tree.ts'

type Needs = { topics: Topics; comments: Comments; now: () => number }

/** Comments that are read without scripts. */
const MOST_SAID = 100

/** The pages of topics, and of what was begun in them: as a reader sees them whom the site does not know. */
export function topicPages(get: Get, needs: Needs): void {
  const { topics, now } = needs
  get('/topics', async (request, reply) =>
    asPage(reply, topicsPage({ ...(await everything(topics)), now: now(), origin: originOf(request) })),
  )
  get('/topics/*', async (request, reply) => {
    const path = textIn(request.params, '*')
    if (/^\/*$/.test(path)) return asMoved(reply, `/topics${searchOf(request)}`)
    const place = await placeAt(topics, path)
    if (place.is === 'there') return asPage(reply, await pageOfTopic(needs, place, request))
    if (place.is === 'elsewhere') return asMoved(reply, `${topicPage(place.path)}${searchOf(request)}`)
    const isGone = place.is === 'gone'
    return asPage(reply.code(isGone ? 410 : 404), isGone ? goneTopic() : missingTopic(path))
  })
  get('/talk/:id', async (request, reply) => {
    const id = textIn(request.params, 'id')
    const discussion = await seen(needs.comments, resourceOfTalk({ id }))
    if (discussion === null) return asPage(reply.code(404), missingTalk(id))
    return asPage(reply, await pageOfTalk(needs, { id, discussion }, request))
  })
}

async function pageOfTopic(
  { topics, now }: Needs,
  place: Place & { is: 'there' },
  request: FastifyRequest,
): Promise<string> {
  const cursor = textIn(request.query, 'cursor') || null
  const sort = SORTS.find((one) => one.sort === textIn(request.query, 'sort'))?.sort ?? 'activity'
  const whole = await oneTopic(topics, place, { sort, cursor })
  const tongues = tonguesOf(place.snapshot, place.topic)
  return topicPageOf({ ...whole, sort, locale: place.locale, tongues, now: now(), origin: originOf(request) })
}

type Talked = { id: string; discussion: Discussion }

async function pageOfTalk(
  { topics, comments }: Needs,
  { id, discussion }: Talked,
  request: FastifyRequest,
): Promise<string> {
  const page = await comments.views.chronological(discussion, 'oldest', { cursor: null, limit: MOST_SAID })
  const said = page.comments.map(({ json }) => JSON.parse(json) as Said)
  return talkPage({
    id,
    title: discussion.title ?? 'A discussion',
    created: discussion.created,
    by: said[0]?.author?.name ?? null,
    tags: discussion.tags ?? [],
    line: await wayTo(topics, discussion.topic ?? null),
    said: plainTalk(said),
    origin: originOf(request),
  })
}

/** The way to the topic in which the discussion of something is. */
export async function wayToResource({ topics, comments }: Needs, resource: Resource): Promise<Card[]> {
  const head = await comments.needs.discussions.head({ org: ORG, resource })
  return wayTo(topics, head?.topic ?? null)
}

async function seen(comments: Comments, resource: Resource): Promise<Discussion | null> {
  try {
    return await comments.shown(null, { org: ORG, resource })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'discussion-not-found') return null
    throw error
  }
}
