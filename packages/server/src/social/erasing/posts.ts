import type { PersonalPlace, Whose } from '../../personal/service.ts'
import { postsOf } from '../news/filling.ts'
import type { Post } from '../model.ts'
import { postEvent } from '../posts/event.ts'
import { holderOf, type PostNeeds } from '../posts/needs.ts'
import type { Place } from '../walls/walls.ts'
import { momentOf } from '../world.ts'
import { circleNames, type CirclesOf } from './circles.ts'
import { type Item, namerOf, type NameNeeds } from './names.ts'

type Needs = NameNeeds & CirclesOf & Pick<PostNeeds, 'posts' | 'walls' | 'photos' | 'world'>

const BATCH = 100

/** What somebody wrote, wherever it stands. */
export const postsPlace = (needs: Needs): PersonalPlace => ({
  name: 'posts',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

async function* items(needs: Needs, { org, id }: Whose): AsyncGenerator<Item> {
  const nameOf = namerOf(needs, org)
  const circles = await circleNames(needs, id)
  for (let before: Place | null = null, isMore = true; isMore;) {
    const rows: { post: string; posted: string }[] = await needs.walls.page(id, 'own', { before, limit: BATCH })
    const found = await postsOf(
      needs,
      rows.map(({ post }) => post),
    )
    for (const { post } of rows) {
      const one = found.get(post)
      if (one !== undefined && one.status !== 'deleted') yield itemOf(one, await wordsFor(one, { nameOf, circles }))
    }
    const last = rows.at(-1)
    before = last === undefined ? null : { posted: last.posted, post: last.post }
    isMore = rows.length === BATCH
  }
}

type Named = { nameOf: (id: string) => Promise<string>; circles: ReadonlyMap<string, string> }

/** For whom it is and on whose wall, by their names. */
async function wordsFor({ audience, wall }: Post, { nameOf, circles }: Named): Promise<Item> {
  return {
    for: audience.to,
    circles: audience.circles.flatMap((key) => circles.get(key) ?? []),
    people: await Promise.all(audience.people.map(nameOf)),
    onTheWallOf: wall === null ? null : await nameOf(wall),
  }
}

/** A shadow is not told of. */
const itemOf = (post: Post, words: Item): Item => ({
  id: post._id,
  kind: post.kind,
  posted: post.posted,
  edited: post.edited,
  text: post.text,
  earlier: post.history.map(({ text, at }) => ({ text, replaced: at })),
  ...words,
  link: post.link,
  photos: post.photos,
  place: post.place,
  poll: post.poll === null ? null : { choices: post.poll.choices, closes: post.poll.closes },
  of: post.of,
  status: post.status,
})

/** Those that were deleted before have nothing in them any more. */
async function erase(needs: Needs, { id }: Whose): Promise<void> {
  for (;;) {
    const rows = await needs.walls.page(id, 'own', { before: null, limit: BATCH })
    for (const { post } of rows) await erasePost(needs, { author: id, id: post })
    if (rows.length < BATCH) return
  }
}

const BLANK = {
  text: '',
  html: '',
  mentions: [],
  link: null,
  photos: [],
  place: null,
  poll: null,
  history: [],
  audience: { to: 'people' as const, circles: [], people: [] },
  edited: null,
  changes: [],
  status: 'deleted' as const,
}

/** Its place stays, so that a repeat finds it taken; the event says nothing that is to be forgotten. */
async function erasePost(needs: Needs, { author, id }: { author: string; id: string }): Promise<void> {
  const { posts, walls, photos, world } = needs
  const found = await posts.get(id)
  const at = momentOf(world)
  const { doc } = await posts.change(id, (now, to) => {
    if (now === null || now.author !== author || now.status === 'deleted') return null
    const [before, after] = [
      { ...now, link: null, mentions: [] },
      { ...now, ...BLANK, rev: now.rev + 1 },
    ]
    const told = postEvent(world, { _id: `${id}.erased`, op: 'deleted', at, before, after, by: null })
    return to.change({ $set: BLANK, $unset: { judged: '' }, $inc: { rev: 1 } }, { events: [told] })
  })
  if (found !== null && found.photos.length > 0) await photos.release(found.org, holderOf(id), found.photos)
  if (doc !== null) await walls.follow(doc)
  await walls.takeOff(author, id)
}
