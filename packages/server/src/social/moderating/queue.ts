import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { requireModerator } from '../../moderation/service.ts'
import type { Post } from '../model.ts'
import { postsOf } from '../news/filling.ts'
import { sightOf } from '../sight.ts'
import { type PostView, viewsOf } from '../views/post-view.ts'
import type { PostCase, PostReport } from './model.ts'
import type { PostModerationNeeds } from './needs.ts'

export const QUEUE_KINDS = ['held', 'reported'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** `why`: what is told to its author. `reports`: the newest of what people have against it. */
export type QueuedPost = {
  kind: QueueKind
  at: string
  post: PostView
  why: string | null
  count: number
  reports: PostReport[]
}
export type QueueCounts = { held: number; reported: number; isMore: boolean }
export type PostQueue = { items: QueuedPost[]; next: string | null; counts: QueueCounts }

type Asked = { kind: QueueKind | null; limit: number; cursor: string | null }
type Waiting = { kind: QueueKind; at: string; id: string; post: Post | null; found: PostCase | null }

const MOST_COUNTED = 1000
const MOST_REPORTS = 20

/** What waits for a moderator and what was reported, the oldest first: also posts that are not for moderators otherwise. */
export async function postQueue(needs: PostModerationNeeds, actor: Actor, asked: Asked): Promise<PostQueue> {
  requireModerator(actor)
  const { kind, limit } = asked
  const after = positionIn(asked.cursor, ['text', 'text'])
  const page = { limit: limit + 1, after }
  const [held, reported, counts] = await Promise.all([
    kind === 'reported' ? [] : heldIn(needs, actor.org, page),
    kind === 'held' ? [] : reportedIn(needs, actor.org, page),
    countsOf(needs, actor.org),
  ])
  const all = [...held, ...reported].toSorted(byTime)
  const shown = all.slice(0, limit)
  const last = all.length > limit ? shown.at(-1) : undefined
  const next = last === undefined ? null : cursorOf([last.at, last.id])
  return { items: await viewed(needs, actor, shown), next, counts }
}

type Page = { limit: number; after: ReturnType<typeof positionIn> }

async function heldIn({ posts }: PostModerationNeeds, org: string, { limit, after }: Page): Promise<Waiting[]> {
  const where = { org, status: 'held' as const }
  const { docs } = await posts.find({ where, sort: { posted: 1, _id: 1 }, limit, after, next: false })
  return docs.map((post) => ({ kind: 'held', at: post.posted, id: post._id, post, found: null }))
}

async function reportedIn(needs: PostModerationNeeds, org: string, { limit, after }: Page): Promise<Waiting[]> {
  const where = { org, state: 'open' as const }
  const { docs } = await needs.postCases.find({ where, sort: { at: 1, _id: 1 }, limit, after, next: false })
  const posts = await postsOf(
    needs,
    docs.map(({ _id }) => _id),
  )
  return docs.map((found) => ({
    kind: 'reported',
    at: found.at,
    id: found._id,
    post: posts.get(found._id) ?? null,
    found,
  }))
}

const byTime = (a: Waiting, b: Waiting): number => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1)

/** What is gone is not shown, nor what is said about a post that the moderator would not see elsewhere. */
async function viewed(needs: PostModerationNeeds, actor: Actor, all: readonly Waiting[]): Promise<QueuedPost[]> {
  const viewer = { org: actor.org, actor, isModerator: true }
  const posts = all.flatMap(({ post }) => post ?? [])
  const sight = await sightOf(needs, viewer, { posts })
  const there = all.filter(({ post }) => post !== null && post.status !== 'deleted' && sight.isThere(post.author))
  const found = there.flatMap(({ post }) => (post === null ? [] : [{ post, of: null }]))
  const saidOf: PostModerationNeeds['saidOf'] = (who, some, seen) => needs.saidOf(who, some.filter(sight.sees), seen)
  const views = await viewsOf({ ...needs, saidOf }, viewer, { found, sight })
  return there.flatMap(({ kind, at, post, found: reported }, index): QueuedPost[] => {
    const view = views[index]
    if (view === undefined) return []
    const reports = reported?.reports ?? []
    const why = post?.judged?.reason ?? null
    return [{ kind, at, post: view, why, count: reports.length, reports: reports.slice(-MOST_REPORTS) }]
  })
}

async function countsOf({ posts, postCases }: PostModerationNeeds, org: string): Promise<QueueCounts> {
  const [held, reported] = await Promise.all([
    posts.count({ where: { org, status: 'held' }, atMost: MOST_COUNTED }),
    postCases.count({ where: { org, state: 'open' }, atMost: MOST_COUNTED }),
  ])
  return { held, reported, isMore: held === MOST_COUNTED || reported === MOST_COUNTED }
}
