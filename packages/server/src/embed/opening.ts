import type { Accounts, People } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import {
  type Comments,
  type Discussion,
  discussionView,
  isOfPost,
  type Node,
  type Page,
  pageJson,
  present,
  type PublicComment,
  type Resource,
  type Sort,
  type Tree,
  TREE_REQUEST,
  treeJson,
} from '../comments/service.ts'

export type OpeningNeeds = {
  comments: Comments
  accounts: Pick<Accounts, 'get'>
  people: Pick<People, 'pictures'>
}

export type View = 'threaded' | 'flat'
/** Without a view it is the one that the discussion is made for. */
export type OpeningRequest = { org: string; resource: Resource; sort: Sort; view: View | null }

/** As JSON, because that is what the comments come as. */
export type Opened = { json: string; discussion: Discussion | null }

const FLAT_PAGE = 50

export const noOrg = (): Refusal => new Refusal('org-not-found', 'There is no org of that id.')

/** All that a page needs to show a discussion for the first time. What is hidden is told as what is not there. */
export async function openingOf(needs: OpeningNeeds, actor: Actor | null, request: OpeningRequest): Promise<Opened> {
  const { comments, accounts, people } = needs
  const { org: id, resource } = request
  const isForeign = actor !== null && actor.org !== id
  const [org, rules] = isForeign ? [null, null] : await Promise.all([accounts.get(id), comments.needs.rulesOf(id)])
  if (org === null || rules === null) throw noOrg()
  const discussion = await seen(comments, actor, { org: id, resource })
  const isSeen = discussion !== null || (await comments.needs.mayOf(actor, id, { ...resource, topic: null })).see
  const shown = discussion === null ? NOTHING : await firstLook(comments, { viewer: actor, discussion }, request)
  const told = {
    org: { id, name: org.name, reactions: org.reactions, guests: org.guests },
    discussion: discussion === null ? null : discussionView(discussion, rules, comments.needs.world.now()),
    opens: isSeen && (rules.opensOnFirstComment || isOfPost(request)),
    pinned: shown.pinned,
    avatars: await people.pictures(id, authorsIn(shown)),
  }
  return { json: `${JSON.stringify(told).slice(0, -1)},"tree":${shown.tree},"page":${shown.page}}`, discussion }
}

async function seen(
  comments: Comments,
  actor: Actor | null,
  ref: { org: string; resource: Resource },
): Promise<Discussion | null> {
  try {
    return await comments.shown(actor, ref)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'discussion-not-found') return null
    throw error
  }
}

type Look = { tree: string; page: string; listed: readonly string[]; pinned: PublicComment[] }
const NOTHING: Look = { tree: 'null', page: 'null', listed: [], pinned: [] }

type Viewing = { viewer: Actor | null; discussion: Discussion }

async function firstLook(comments: Comments, viewing: Viewing, request: OpeningRequest): Promise<Look> {
  const [list, pinned] = await Promise.all([firstList(comments, viewing, request), pinnedComments(comments, viewing)])
  return { ...list, pinned }
}

async function firstList(
  comments: Comments,
  viewing: Viewing,
  { view, sort }: OpeningRequest,
): Promise<Omit<Look, 'pinned'>> {
  const { views } = comments
  const { discussion } = viewing
  const isFlat = view === null ? discussion.order === 'chronological' : view === 'flat'
  if (isFlat) {
    const bySort = sort === 'newest' ? 'newest' : 'oldest'
    const all: Page = await views.chronological(discussion, bySort, { limit: FLAT_PAGE })
    const page = await comments.veiledPage(viewing, all)
    return { tree: 'null', page: pageJson(discussion, page), listed: page.comments.map(({ json }) => json) }
  }
  const tree: Tree = await comments.veiledTree(viewing, await views.tree(discussion, sort, TREE_REQUEST))
  return { tree: treeJson(discussion, tree), page: 'null', listed: tree.roots.flatMap(listedIn) }
}

const listedIn = ({ comment, replies }: Node): string[] => [comment.json, ...replies.flatMap(listedIn)]

async function pinnedComments(comments: Comments, viewing: Viewing): Promise<PublicComment[]> {
  const { _id, pinned = [] } = viewing.discussion
  if (pinned.length === 0) return []
  const found = await comments.current(_id, pinned)
  const veil = await comments.veiledAmong(viewing, [...found.values()])
  return pinned.flatMap((slug) => {
    const comment = found.get(slug)
    return comment?.status === 'published' && !veil.has(slug) ? [present(comment)] : []
  })
}

function authorsIn({ listed, pinned }: Look): string[] {
  const comments = [...listed.map((json) => JSON.parse(json) as PublicComment), ...pinned]
  return [...new Set(comments.flatMap(({ author }) => (author === null ? [] : [author.id])))]
}
