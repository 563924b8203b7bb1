import type { FastifyRequest } from 'fastify'
import { Refusal } from '../api/refusal.ts'
import { type Comments, POST_RESOURCE } from '../comments/service.ts'
import type { PersonView, PostView, Social } from '../social/service.ts'
import { asMoved, asPage, type Get, originOf, searchOf, textIn } from './answers.ts'
import { missingPerson, missingPost } from './pages/missing.ts'
import { newsPage } from './pages/news.ts'
import { peoplePage } from './pages/people.ts'
import { personPage } from './pages/person.ts'
import { postPage } from './pages/post.ts'
import { plainTalk, type Said } from './pages/talk.ts'
import { actorOf, ORG, PEOPLE, type Sample, sampleOf } from './people.ts'
import { pathOfPerson } from './village/posts.ts'

type Needs = { social: Social; comments: Comments }

/** A reader whom the site does not know. */
const NOBODY = { org: ORG, actor: null }
const MOST_POSTS = 20
const MOST_SAID = 100

/** The pages of people and what they wrote: for a reader whom the site does not know, who sees what is for everybody. */
export function villagePages(get: Get, needs: Needs): void {
  const { social } = needs
  get('/people', async (request, reply) => {
    const found = await Promise.all(PEOPLE.map((sample) => personAt(social, sample)))
    return asPage(reply, peoplePage({ met: found.filter((one) => one !== null), origin: originOf(request) }))
  })
  get('/people/:id', async (request, reply) => {
    const id = textIn(request.params, 'id')
    // By the names that the demo has for them, too.
    if (sampleOf(id) !== undefined) return asMoved(reply, `${pathOfPerson(actorOf(id).id)}${searchOf(request)}`)
    const html = await pageOfPerson(social, id, request)
    return html === null ? asPage(reply.code(404), missingPerson()) : asPage(reply, html)
  })
  get('/news', async (request, reply) => {
    const order = textIn(request.query, 'order') === 'top' ? 'top' : 'latest'
    return asPage(reply, newsPage({ order, origin: originOf(request) }))
  })
  get('/posts/:id', async (request, reply) => {
    const id = textIn(request.params, 'id')
    const post = await unlessMissing(() => social.post(NOBODY, id))
    if (post === null) return asPage(reply.code(404), missingPost(id))
    const said = await saidOf(needs.comments, post)
    return asPage(reply, postPage({ post, said, origin: originOf(request) }))
  })
}

async function personAt(social: Social, sample: Sample): Promise<{ sample: Sample; person: PersonView } | null> {
  const person = await unlessMissing(() => social.people.view(NOBODY, actorOf(sample.id).id))
  return person === null ? null : { sample, person }
}

async function pageOfPerson(social: Social, id: string, request: FastifyRequest): Promise<string | null> {
  const person = await unlessMissing(() => social.people.view(NOBODY, id))
  if (person === null) return null
  const { posts } = await social.wall(NOBODY, id, { before: null, limit: MOST_POSTS, lane: 'shown' })
  const sample = PEOPLE.find((one) => actorOf(one.id).id === id) ?? null
  return personPage({ person, sample, posts, origin: originOf(request) })
}

/** What anybody may read of what is said about a post. */
async function saidOf(comments: Comments, { id }: PostView): Promise<string> {
  const resource = { type: POST_RESOURCE, id }
  const discussion = await unlessMissing(() => comments.shown(null, { org: ORG, resource }))
  if (discussion === null) return ''
  const page = await comments.views.chronological(discussion, 'oldest', { cursor: null, limit: MOST_SAID })
  return plainTalk(page.comments.map(({ json }) => JSON.parse(json) as Said))
}

const MISSING = new Set(['post-not-found', 'person-not-found', 'discussion-not-found'])

async function unlessMissing<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal && MISSING.has(error.code)) return null
    throw error
  }
}
