import { Duplicate } from '@palaver/store'
import { BLANK_PROFILE } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { demandFit, type Spoken, type Verdict } from '../../comments/service.ts'
import type { Audience, Post, WallState } from '../model.ts'
import { noPerson, noPost } from '../policy.ts'
import { sightOf } from '../sight.ts'
import { coarsened, kindOf, type PostDraft } from './draft.ts'
import { postEvent } from './event.ts'
import { holderOf, type PostNeeds } from './needs.ts'

/** `key`: an Idempotency-Key. `address`: where it came from. */
export type Writing = { actor: Actor; key?: string | null; address?: string | null }
export type Written = { post: Post; event: string }

export const LONGEST_POST = 5000
const MOST_PHOTOS = 10

/** One write carries the post and its event. Under an Idempotency-Key a repeat ends in the same post. */
export async function write(needs: PostNeeds, writing: Writing, draft: PostDraft): Promise<Written> {
  const { actor, key = null } = writing
  requireWriter(actor)
  const wallState = await admitted(needs, actor, draft)
  const { keys, log } = needs.comments().needs
  const spoken = await spokenOf(needs, actor, draft)
  const reserved = await keys.reserve({
    key,
    actor,
    request: ['social-post', draft],
    since: async () => log.lastSeq(log.partitionOf(actor.org)),
    verdict: (request) => judged(needs, writing, { draft, spoken, request }),
  })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Written
  const { event, part: id, posted } = reserved.names
  const photos = draft.photos ?? []
  if (photos.length > MOST_PHOTOS) throw new Refusal('invalid', `A post can have ${MOST_PHOTOS} photos and no more.`)
  if (photos.length > 0) await needs.photos.claim(actor, photos, holderOf(id))
  const post = newPost({ actor, draft, spoken, id, posted, wallState, verdict: reserved.verdict })
  const written = await inserted(needs, post, { event, actor })
  if (draft.link != null) await needs.wantPreview(actor.org, draft.link)
  await needs.walls.follow(written)
  return keys.note(reserved, { post: written, event })
}

function requireWriter({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Only people can write posts: sign in.')
}

/** Whether all that the draft names is for the actor to name; how it stands on the wall that it is for. */
async function admitted(needs: PostNeeds, actor: Actor, draft: PostDraft): Promise<WallState> {
  await requireAudience(needs, actor, draft.audience)
  const { wall = null, of = null } = draft
  if (of !== null) await requireSeen(needs, actor, of)
  return wall === null || wall === actor.id ? 'shown' : requireMayWriteOn(needs, actor, wall)
}

export async function requireAudience(needs: PostNeeds, actor: Actor, audience: Audience): Promise<void> {
  if (audience.to === 'chosen') await needs.circleBook.require(actor, audience.circles)
  if (audience.to !== 'people') return
  const known = await needs.people.many(actor.org, audience.people)
  if (!audience.people.every((person) => known.get(person)?.erased === null)) throw noPerson()
}

/** The post that is meant by an id: what was passed on where that is a repost. */
export async function requireSeen(needs: PostNeeds, actor: Actor, id: string): Promise<Post> {
  const found = await needs.posts.get(id)
  const meant = found?.of != null && found.kind === 'repost' ? await needs.posts.get(found.of) : found
  if (found === null || meant === null) throw noPost()
  const sight = await sightOf(needs, { org: actor.org, actor }, [found, meant])
  if (!sight.sees(found) || !sight.sees(meant)) throw noPost()
  return meant
}

async function requireMayWriteOn(needs: PostNeeds, actor: Actor, wall: string): Promise<WallState> {
  const [sight, back] = await Promise.all([
    sightOf(needs, { org: actor.org, actor }, [], { alsoOf: [wall] }),
    needs.follows.get(`${wall}~${actor.id}`),
  ])
  if (!sight.isThere(wall) || sight.isApart(wall)) throw noPerson()
  const { wall: from, reviewsWall } = sight.people.get(wall)?.profile ?? BLANK_PROFILE
  const may = {
    everyone: true,
    followers: sight.follows(wall),
    following: back?.state === 'follows',
    nobody: false,
  }[from]
  if (!may) throw new Refusal('wall-closed', 'This person does not let you write on their wall.')
  return reviewsWall ? 'waiting' : 'shown'
}

const SILENT = { text: '', html: '', renderer: 0, mentions: [] }

/** What says something without words may do without. */
export async function spokenOf(needs: PostNeeds, actor: Actor, draft: PostDraft): Promise<Spoken> {
  const kind = kindOf(draft)
  const needsNoText = kind === 'photo' || kind === 'link' || kind === 'checkin'
  if (draft.text.trim() === '' && needsNoText) return SILENT
  return needs.comments().preview(actor, draft.text, LONGEST_POST)
}

type Judging = { draft: PostDraft; spoken: Spoken; request: string | null }

async function judged({ judge }: PostNeeds, { actor, address = null }: Writing, judging: Judging): Promise<Verdict> {
  const { draft, spoken, request } = judging
  const { text, html } = spoken
  const where = { discussion: null, parent: null, slug: null }
  const said = { text: [text, draft.link ?? '', ...(draft.poll?.choices ?? [])].join('\n').trim(), html }
  const { honeypot = '' } = draft
  return demandFit(await judge({ kind: 'post', request, actor, address, ...where, ...said, honeypot }))
}

type Making = {
  actor: Actor
  draft: PostDraft
  spoken: Spoken
  id: string
  posted: string
  wallState: WallState
  verdict: Verdict
}

function newPost({ actor, draft, spoken, id, posted, wallState, verdict }: Making): Post {
  const { link = null, photos = [], place = null, poll = null, of = null, wall = null, audience } = draft
  const isHeld = verdict.is === 'hold'
  return {
    _id: id,
    org: actor.org,
    author: actor.id,
    wall: wall === actor.id ? null : wall,
    wallState,
    kind: kindOf(draft),
    posted,
    edited: null,
    audience,
    ...spoken,
    link,
    photos: [...photos],
    place: place === null ? null : coarsened(place),
    poll: poll === null ? null : pollOf(poll, posted),
    of,
    status: isHeld && !verdict.secretly ? 'held' : 'published',
    isSecret: isHeld && verdict.secretly,
    history: [],
    changes: [],
    rev: 1,
  }
}

const pollOf = ({ choices, isMultiple, seconds }: NonNullable<PostDraft['poll']>, posted: string): Post['poll'] => ({
  choices: [...choices],
  isMultiple,
  closes: new Date(Date.parse(posted) + 1000 * seconds).toISOString(),
})

/** Who comes second under the same names finds what stands. */
export async function inserted(
  { posts, world }: Pick<PostNeeds, 'posts' | 'world'>,
  post: Post,
  { event, actor }: { event: string; actor: Actor },
): Promise<Post> {
  const told = postEvent(world, { _id: event, op: 'created', at: post.posted, before: null, after: post, by: actor })
  try {
    await posts.insert(post, { events: [told] })
    return post
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    const standing = await posts.get(post._id)
    if (standing === null || standing.author !== post.author) throw error
    return standing
  }
}
