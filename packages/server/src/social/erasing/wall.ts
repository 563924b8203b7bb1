import type { Collection, Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import { postsOf } from '../news/filling.ts'
import type { WallRow } from '../model.ts'
import { postEvent } from '../posts/event.ts'
import type { PostNeeds } from '../posts/needs.ts'
import { momentOf } from '../world.ts'
import { type Item, namerOf, type NameNeeds } from './names.ts'

type Needs = NameNeeds & Pick<PostNeeds, 'posts' | 'walls' | 'world'> & { wallRows: Collection<WallRow> }

const BATCH = 100

/** What others wrote on somebody's wall: it is theirs, and stays with them, and leaves the wall. */
export const wallPlace = (needs: Needs): PersonalPlace => ({
  name: 'written on your wall by others',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

async function* items(needs: Needs, { org, id }: Whose): AsyncGenerator<Item> {
  const nameOf = namerOf(needs, org)
  for (let after: Position | null = null, isMore = true; isMore;) {
    const rows: Page<WallRow> = await pageOf(needs, id, after)
    const found = await postsOf(
      needs,
      rows.docs.map(({ post }) => post),
    )
    // Who wrote, and when: what they wrote, and for whom, is theirs to have.
    for (const { post, author, posted, state } of rows.docs)
      if (state !== 'gone' && found.get(post)?.status === 'published')
        yield { person: await nameOf(author), posted, state }
    after = rows.next
    isMore = after !== null
  }
}

const pageOf = ({ wallRows }: Needs, owner: string, after: Position | null): Promise<Page<WallRow>> =>
  wallRows.find({ where: { owner, isOwn: false }, sort: { posted: -1, post: -1 }, limit: BATCH, after })

async function erase(needs: Needs, { id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await pageOf(needs, id, null)
    for (const { post } of docs) await takeOff(needs, { owner: id, post })
    if (docs.length < BATCH) return
  }
}

/** From here on its author alone sees it. */
async function takeOff(needs: Needs, { owner, post }: { owner: string; post: string }): Promise<void> {
  const { posts, walls, world } = needs
  const at = momentOf(world)
  const { doc } = await posts.change(post, (now, to) => {
    if (now === null || now.wall !== owner || now.status === 'deleted' || now.wallState === 'declined') return null
    const after = { ...now, wallState: 'declined' as const, rev: now.rev + 1 }
    const told = postEvent(world, { _id: `${post}.offTheWall`, op: 'declined', at, before: now, after, by: null })
    return to.change({ $set: { wallState: 'declined' }, $inc: { rev: 1 } }, { events: [told] })
  })
  if (doc !== null) await walls.follow(doc)
  await walls.takeOff(owner, post)
}
