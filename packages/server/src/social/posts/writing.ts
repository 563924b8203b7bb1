import { Duplicate } from '@palaver/store'
import { BLANK_PROFILE } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { demandFit, type Spoken, type Verdict } from '../../comments/service.ts'
import type { Audience, Post, WallState } from '../model.ts'
import { lookAt } from '../looking.ts'
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
  const { keys, log } = needs.comments().needs
  const ready = once(() => readied(needs, actor, draft))
  const reserved = await keys.reserve({
    key,
    actor,
    request: ['social-post', draft],
    since: async () => log.lastSeq(log.partitionOf(actor.org)),
    verdict: async (request) => judged(needs, writing, { draft, spoken: (await ready()).spoken, request }),
  })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Written
  const { event, part: id, posted } = reserved.names
  const finished = (post: Post): Promise<Written> =>
    finish(needs, post).then(() => keys.note(reserved, { post, event }))
  // What was written stays written, even if it would not be taken any more.
  const standing = reserved.resumed ? await needs.posts.get(id) : null
  if (standing?.author === actor.id) return finished(standing)
  const { spoken, wallState, of } = await ready()
  const photos = draft.photos ?? []
  if (photos.length > MOST_PHOTOS) throw new Refusal('invalid', `A post can have ${MOST_PHOTOS} photos and no more.`)
  if (photos.length > 0) await needs.photos.claim(actor, photos, holderOf(id))
  const post = newPost({ actor, draft, of, spoken, id, posted, wallState, verdict: reserved.verdict })
  return finished(await inserted(needs, post, { event, actor }))
}

/** What follows from a post at once; the consumer does the rest, and this again. */
async function finish({ walls, wantPreview }: PostNeeds, post: Post): Promise<void> {
  if (post.link !== null) await wantPreview(post.org, post.link)
  await walls.follow(post)
}

type Ready = Admitted & { spoken: Spoken }

const readied = async (needs: PostNeeds, actor: Actor, draft: PostDraft): Promise<Ready> => ({
  ...(await admitted(needs, actor, draft)),
  spoken: await spokenOf(needs, actor, draft),
})

/** Done when it is first asked for, and no more. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => (done ??= work())
}

function requireWriter({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Only people can write posts: sign in.')
}

type Admitted = { wallState: WallState; of: string | null }

/** Whether all that the draft names is for the actor to name; how it stands on its wall, and what it quotes. */
async function admitted(needs: PostNeeds, actor: Actor, draft: PostDraft): Promise<Admitted> {
  await requireAudience(needs, actor, draft.audience)
  const { wall = null, of: named = null } = draft
  const of = named === null ? null : (await requireSeen(needs, actor, named))._id
  const isOwn = wall === null || wall === actor.id
  return { of, wallState: isOwn ? 'shown' : await requireMayWriteOn(needs, actor, wall) }
}

export async function requireAudience(needs: PostNeeds, actor: Actor, audience: Audience): Promise<void> {
  if (audience.to === 'chosen') await needs.circleBook.require(actor, audience.circles)
  if (audience.to !== 'people') return
  const known = await needs.people.many(actor.org, audience.people)
  if (!audience.people.every((person) => known.get(person)?.erased === null)) throw noPerson()
}

/** The post that is meant by an id: what was passed on where that is a repost. */
export async function requireSeen(needs: PostNeeds, actor: Actor, id: string): Promise<Post> {
  const looked = await lookAt(needs, { org: actor.org, actor }, id)
  if (looked === null) throw noPost()
  const { post, of, sight } = looked
  if (post.kind !== 'repost') return post
  if (of === null || !sight.sees(of)) throw noPost()
  return of
}

async function requireMayWriteOn(needs: PostNeeds, actor: Actor, wall: string): Promise<WallState> {
  const [sight, back] = await Promise.all([
    sightOf(needs, { org: actor.org, actor }, { people: [wall] }),
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
async function spokenOf(needs: PostNeeds, actor: Actor, draft: PostDraft): Promise<Spoken> {
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
  of: string | null
  spoken: Spoken
  id: string
  posted: string
  wallState: WallState
  verdict: Verdict
}

function newPost({ actor, draft, of, spoken, id, posted, wallState, verdict }: Making): Post {
  const { link = null, photos = [], place = null, poll = null, wall = null, audience } = draft
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
    ...standingBy(verdict, posted),
    history: [],
    changes: [],
    rev: 1,
  }
}

/** Its author is told why it is held, unless they are not to notice. */
function standingBy(verdict: Verdict, at: string): Pick<Post, 'status' | 'isSecret' | 'judged'> {
  if (verdict.is !== 'hold') return { status: 'published', isSecret: false }
  if (verdict.secretly) return { status: 'published', isSecret: true }
  const reason = verdict.why.map((one) => one.reason).join(' ')
  return { status: 'held', isSecret: false, judged: { reason, by: null, at } }
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
