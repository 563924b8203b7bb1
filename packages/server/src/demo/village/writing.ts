import type { Store } from '@palaver/store'
import { type Comments, rendered } from '../../comments/service.ts'
import type { Moderation } from '../../moderation/service.ts'
import {
  addMark,
  addPost,
  type Audience,
  blankPost,
  kindOf,
  type Post,
  POST_RESOURCE,
  type Social,
} from '../../social/service.ts'
import { actorOf, ORG, PEOPLE } from '../people.ts'
import { plant } from '../planting.ts'
import { POSTS } from './posts.ts'
import type { SampleAudience, SamplePost } from './sample.ts'

const DAY_MS = 86_400_000

type Needs = { store: Store; comments: Comments; moderation: Moderation; social: Social }

/** `began`: when the demo first had it. `photos`: those that it shows, by their ids. */
type Writing = { began: number; photos?: readonly string[] }

/** Writes a post as if it were then, with all that others gave it and said about it; what is there is not written again. */
export async function writeSample(needs: Needs, sample: SamplePost, { began, photos = [] }: Writing): Promise<void> {
  const { social } = needs
  const posted = began - sample.daysAgo * DAY_MS
  const post = postOf(sample, posted, photos)
  await addPost(social.needs, post)
  const marks = marksOn(sample).map((mark) => addMark(social.needs, { ...mark, post, at: post.posted }))
  await Promise.all([social.walls.follow(post), ...marks])
  if (sample.talk === undefined) return
  const opening = { resource: { type: POST_RESOURCE, id: post._id }, title: 'A post' }
  await plant(needs, { opening, talk: sample.talk, begun: posted, isQuiet: true })
}

/** Where it leads is put right as soon as it is known where the pages are. */
const linkOf = ({ link }: SamplePost): string | null => (link === undefined ? null : `http://127.0.0.1${link}`)

function postOf(sample: SamplePost, posted: number, photos: readonly string[]): Post {
  const { id, by, text, to = 'public', wall, waits, place = null, quotes, passesOn } = sample
  const poll = pollOf(sample, posted)
  const named = { id, org: ORG, author: actorOf(by).id, posted: new Date(posted).toISOString() }
  const link = linkOf(sample)
  const audience = audienceOf(to)
  const kind = kindOf({ text, audience, place, photos, link, poll: poll === null ? null : { ...poll, seconds: 0 } })
  return {
    ...blankPost({ ...named, audience }),
    ...(text !== '' &&
      rendered(
        text,
        PEOPLE.map(({ id: one }) => actorOf(one)),
      )),
    kind: passesOn === undefined ? kind : 'repost',
    wall: wall === undefined ? null : actorOf(wall).id,
    wallState: waits === true ? 'waiting' : 'shown',
    link,
    photos: [...photos],
    place,
    poll,
    of: passesOn ?? quotes ?? null,
  }
}

function audienceOf(to: SampleAudience): Audience {
  if (typeof to === 'string') return { to, circles: [], people: [] }
  if ('circle' in to) return { to: 'chosen', circles: [to.circle], people: [] }
  return { to: 'people', circles: [], people: to.people.map((id) => actorOf(id).id) }
}

function pollOf({ poll }: SamplePost, posted: number): Post['poll'] {
  if (poll === undefined) return null
  const closes = new Date(posted + poll.days * DAY_MS).toISOString()
  return { choices: poll.choices.map(({ text }) => text), isMultiple: poll.isMultiple === true, closes }
}

type Given = { person: string; reaction: string | null; votes: number[] | null; repost: string | null }

/** All that one person gave a post is one mark. */
function marksOn({ id, reactions = {}, poll }: SamplePost): Given[] {
  const reactionOf = (who: string): string | null =>
    Object.entries(reactions).find(([, people]) => people.includes(who))?.[0] ?? null
  const votesOf = (who: string): number[] | null => {
    const votes = (poll?.choices ?? []).flatMap((choice, at) => (choice.votes.includes(who) ? [at] : []))
    return votes.length === 0 ? null : votes
  }
  const repostBy = (who: string): string | null =>
    POSTS.find(({ by, passesOn }) => by === who && passesOn === id)?.id ?? null
  return PEOPLE.map(({ id: who }) => ({
    person: actorOf(who).id,
    reaction: reactionOf(who),
    votes: votesOf(who),
    repost: repostBy(who),
  })).filter(({ reaction, votes, repost }) => reaction !== null || votes !== null || repost !== null)
}
