import { startConsumers } from '../../comments/consumers/run.ts'
import type { Comment, Discussion, LayoutName } from '../../comments/model.ts'
import type { Comments } from '../../comments/service.ts'
import { RESOURCES } from './client.ts'
import type { Journal } from './journal.ts'
import { openContext } from './prepare.ts'

/** What is wrong, by kind; empty when all is well. */
export type Findings = { lost: string[]; doubled: string[]; counts: string[]; permalinks: string[]; order: string[] }

export const nothingFound = (): Findings => ({ lost: [], doubled: [], counts: [], permalinks: [], order: [] })

/** Opens the database that the service has left, lets the consumers finish, and compares it with the journal. */
export async function check(folder: string, journal: Journal): Promise<Findings> {
  const context = await openContext(folder)
  try {
    const consumers = startConsumers({ ...context, needs: context.comments.needs })
    // What one consumer writes tells events that another has to see.
    for (let round = 0; round < 3; round++) await Promise.all(consumers.map((consumer) => consumer.drained()))
    const found = nothingFound()
    for (const resource of RESOURCES) await checkOne(context.comments, { resource, journal, found })
    return found
  } finally {
    await context.store.close()
  }
}

type One = { resource: LayoutName; journal: Journal; found: Findings }

async function checkOne(comments: Comments, { resource, journal, found }: One): Promise<void> {
  const discussion = await comments.discussion({ org: 'main', resource: { type: 'torture', id: resource } })
  const all = await everyComment(comments, discussion)
  const bySlug = new Map(all.map((comment) => [comment.slug, comment]))
  for (const { key, answered } of journal.posted(resource)) {
    const comment = bySlug.get(answered ?? '')
    if (comment === undefined) found.lost.push(`${resource} ${key}: ${answered}`)
    else await comments.views.permalink(discussion, comment.slug).catch(() => found.permalinks.push(comment.slug))
  }
  const said = all.filter(({ text }) => text.startsWith('said ')).map(({ text }) => text)
  if (new Set(said).size < said.length) found.doubled.push(`${resource}: ${said.length - new Set(said).size}`)
  if (bySlug.size < all.length) found.doubled.push(`${resource}: the same slug twice`)
  const published = all.filter(({ status }) => status === 'published').length
  if (discussion.comments !== published) found.counts.push(`${resource}: ${discussion.comments}, not ${published}`)
  await checkCounts(comments, { discussion, all, found })
  await checkOrder(comments, { discussion, all, found })
  checkLastWords({ resource, journal, found }, bySlug)
}

/** Of the edits of a comment that were acknowledged one must have stayed, unless it was deleted. */
function checkLastWords({ resource, journal, found }: One, bySlug: ReadonlyMap<string, Comment>): void {
  const edits = journal.requests.filter(({ kind, answered }) => kind === 'edit' && answered !== null)
  for (const { slug, key } of edits.filter((one) => one.resource === resource)) {
    const comment = bySlug.get(slug ?? '')
    if (comment !== undefined && comment.status === 'published' && !comment.text.startsWith('edited '))
      found.lost.push(`${resource}: the edit ${key}`)
  }
}

async function everyComment(comments: Comments, discussion: Discussion): Promise<Comment[]> {
  const layout = comments.needs.homes.layouts[discussion.layout]
  const { home, order, epoch, _id } = discussion
  return layout.list({ discussion: _id, home, order, epoch }, 'chronological', { limit: 10_000 })
}

type Counted = { discussion: Discussion; all: readonly Comment[]; found: Findings }

async function checkCounts(comments: Comments, { discussion, all, found }: Counted): Promise<void> {
  const children = Map.groupBy(all, ({ parentSlug }) => parentSlug)
  for (const { slug, replies, votes } of all) {
    const expected = children.get(slug)?.length ?? 0
    if (replies !== expected) found.counts.push(`${slug}: ${replies} replies, not ${expected}`)
    const { docs } = await comments.needs.votes.find({ where: { discussion: discussion._id, slug }, limit: 100 })
    const up = docs.filter(({ value }) => value === 1).length
    const down = docs.filter(({ value }) => value === -1).length
    if (votes.up !== up || votes.down !== down)
      found.counts.push(`${slug}: ${JSON.stringify(votes)}, not ${up} and ${down}`)
  }
}

/** Both orders show all of them, each in its order. */
async function checkOrder(comments: Comments, { discussion, all, found }: Counted): Promise<void> {
  for (const view of ['chronological', 'threaded'] as const) {
    const seen: string[] = []
    for (let cursor: string | null = null; ;) {
      const page: { comments: { slug: string }[]; next: string | null } = await comments.views[view](
        discussion,
        'oldest',
        {
          limit: 100,
          cursor,
        },
      )
      seen.push(...page.comments.map(({ slug }) => slug))
      cursor = page.next
      if (cursor === null) break
    }
    const expected = all.toSorted((a, b) =>
      view === 'threaded' ? compare(a.fullSlug, b.fullSlug) : compare(a.posted, b.posted) || compare(a.slug, b.slug),
    )
    if (seen.join() !== expected.map(({ slug }) => slug).join()) found.order.push(`${discussion.resource.id}: ${view}`)
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
