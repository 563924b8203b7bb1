import { join } from 'node:path'
import { createStore, openSqlite, type Store } from '@palaver/store'
import {
  collections,
  type Comment,
  Comments,
  createdEvent,
  type Discussion,
  type Layout,
  type LayoutName,
  type Order,
  type Place,
} from '@palaver/server'

/** The comments module on a database of its own, in this process. */
export type Ground = { store: Store; comments: Comments; file: string }

const RULES = { settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 0 }

export async function groundIn(folder: string, name: string): Promise<Ground> {
  const file = join(folder, name)
  const store = createStore(await openSqlite({ file, collections }))
  return { store, comments: new Comments({ store, rulesOf: async () => RULES }), file }
}

export type Kind = { layout: LayoutName; order: Order }

export async function openDiscussion(
  { comments }: Pick<Ground, 'comments'>,
  { layout, order }: Kind,
  org = 'bench',
): Promise<Discussion> {
  const resource = { type: 'bench', id: `${layout} ${order} ${comments.needs.world.newId()}` }
  const { discussion } = await comments.needs.discussions.open({ org, resource, settings: { layout, order } })
  return discussion
}

export const placeOf = ({ _id, home, order, epoch }: Discussion): Place => ({ discussion: _id, home, order, epoch })

export const layoutOf = ({ comments }: Pick<Ground, 'comments'>, { layout }: Discussion): Layout =>
  comments.needs.homes.layouts[layout]

type Filling = {
  /** With the event of each, for counters to follow; without them it takes half as long. */
  withEvents?: boolean
  atOnce?: number
  onProgress?: (done: number) => void
}

/** Writes comments as their writers would; a reply after what it replies to. */
export async function fill(
  ground: Pick<Ground, 'comments'>,
  { discussion, comments }: { discussion: Discussion; comments: Iterable<Comment> },
  { withEvents = false, atOnce = 256, onProgress = () => {} }: Filling = {},
): Promise<void> {
  const layout = layoutOf(ground, discussion)
  const place = placeOf(discussion)
  const all = comments[Symbol.iterator]()
  let done = 0
  const writer = async (): Promise<void> => {
    for (let next = all.next(); next.done !== true; next = all.next()) {
      const events = withEvents ? [createdEvent(discussion, next.value, `${discussion._id}.${done}`)] : []
      if (++done % 1_000 === 0) onProgress(done)
      await layout.insert(place, next.value, events)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, writer))
}
