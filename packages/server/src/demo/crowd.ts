import type { OnProgress, Store } from '@palaver/store'
import { type Comments, openInThePast, sow } from '../comments/service.ts'
import { type Article, resourceOf } from './articles.ts'
import { ORG } from './people.ts'

const DEEPEST = 10

export type Growth = { done: number; total: number }

type Needs = { store: Store; comments: Comments }
type Growing = { size: number; onProgress: OnProgress; isStopped: () => boolean }

/** A discussion of so many comments. What an earlier run has written stays, and is gone on with; true when all is there. */
export async function growCrowd({ store, comments }: Needs, article: Article, growing: Growing): Promise<boolean> {
  const { size, onProgress, isStopped } = growing
  const { title, settings } = article
  const opening = { org: ORG, resource: resourceOf(article), title, settings: { ...settings, maxDepth: DEEPEST } }
  const discussion = await openInThePast(store, comments.needs, opening)
  // Another size is another conversation: the two do not mix.
  const plan = { seed: `demo ${size}`, count: size, published: Date.parse(discussion.created), maxDepth: DEEPEST }
  const { isWhole } = await sow(comments.needs, { discussion, plan, onProgress, isStopped })
  comments.needs.changed(discussion._id, `${discussion._id}.grown`)
  return isWhole
}
