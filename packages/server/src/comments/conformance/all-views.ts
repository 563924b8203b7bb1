import type { Shown } from '../present.ts'
import type { Comments } from '../service.ts'
import type { Page } from '../views/page.ts'
import type { Node } from '../views/tree.ts'

type Turn = (cursor: string | null) => Promise<Page>

/** All pages of a list, forward; then from the last back to the first, which must give the same. */
async function walkAll(turn: Turn): Promise<Shown[]> {
  const pages: Page[] = []
  for (let cursor: string | null = null; ;) {
    const page: Page = await turn(cursor)
    pages.push(page)
    cursor = page.next
    if (cursor === null) break
  }
  const forward = pages.flatMap(({ comments }) => comments)
  const back = await walkBack(turn, pages.at(-1))
  if (slugsOf(back).join() !== slugsOf(forward).join())
    throw new Error(`back gives ${slugsOf(back).join()}, forward ${slugsOf(forward).join()}`)
  return forward
}

async function walkBack(turn: Turn, last: Page | undefined): Promise<Shown[]> {
  let all = last?.comments ?? []
  for (let cursor = last?.previous ?? null; cursor !== null;) {
    const page: Page = await turn(cursor)
    all = [...page.comments, ...all]
    cursor = page.previous
  }
  return all
}

/** The same list by page numbers. */
async function byNumber(turn: (page: number) => Promise<Page>): Promise<Shown[]> {
  const all: Shown[] = []
  for (let page = 1; ; page++) {
    const { comments, next } = await turn(page)
    all.push(...comments)
    if (next === null) return all
  }
}

const slugsOf = (comments: readonly { slug: string }[]): string[] => comments.map(({ slug }) => slug)

const outline = ({ comment, replies, more }: Node): unknown => [comment.slug, replies.map(outline), more !== null]

/** What a reader can see, without what differs by chance (which page of which size). */
export async function allViews(comments: Comments, id: string, limit: number): Promise<Record<string, unknown>> {
  const { views } = comments
  const discussion = await comments.discussion({ discussion: id })
  const seen: Record<string, unknown> = { count: discussion.comments }
  const all = await walkAll((cursor) => views.chronological(discussion, 'oldest', { limit, cursor }))
  seen['comments'] = all.map(({ json }) => JSON.parse(json))
  seen['newest'] = slugsOf(await walkAll((cursor) => views.chronological(discussion, 'newest', { limit, cursor })))
  seen['numbered'] = slugsOf(await byNumber((page) => views.chronological(discussion, 'oldest', { limit, page })))
  for (const sort of ['oldest', 'newest', 'best'] as const) {
    seen[`threaded ${sort}`] = slugsOf(await walkAll((cursor) => views.threaded(discussion, sort, { limit, cursor })))
    seen[`numbered threads ${sort}`] = slugsOf(
      await byNumber((page) => views.threaded(discussion, sort, { limit, page })),
    )
    const tree = await views.tree(discussion, sort, { limit: 4, replies: 2, depth: 2 })
    seen[`tree ${sort}`] = tree.roots.map(outline)
  }
  for (const { slug } of all) {
    const [permalink, thread] = [await views.permalink(discussion, slug), await walkAll(threadOf(slug))]
    const newest = await walkAll((cursor) => views.replies(discussion, { slug, sort: 'newest' }, { limit, cursor }))
    const oldest = await walkAll((cursor) => views.replies(discussion, { slug, sort: 'oldest' }, { limit, cursor }))
    seen[slug] = [slugsOf(permalink.ancestors), slugsOf(thread), slugsOf(newest), slugsOf(oldest)]
  }
  return seen

  function threadOf(slug: string): Turn {
    return (cursor) => views.thread(discussion, slug, { limit, cursor })
  }
}
