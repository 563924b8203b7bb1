import type { Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Mark } from '../model.ts'
import { givenOf } from '../posts/marking.ts'
import type { PostNeeds } from '../posts/needs.ts'
import { momentOf, socialEvent } from '../world.ts'
import type { Item } from './names.ts'

type Needs = Pick<PostNeeds, 'posts' | 'marks' | 'world'>

const BATCH = 100

/** Reactions, votes in polls, and what was passed on. */
export const marksPlace = (needs: Needs): PersonalPlace => ({
  name: 'reactions and votes',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

async function* items({ marks }: Needs, { id: person }: Whose): AsyncGenerator<Item> {
  for (let after: Position | null = null, isMore = true; isMore;) {
    const page: Page<Mark> = await marks.find({ where: { person }, sort: { at: 1, post: 1 }, limit: BATCH, after })
    for (const { post, reaction, repost, votes, at } of page.docs)
      if (reaction !== null || repost !== null || votes !== null) yield { post, reaction, repost, votes, at }
    after = page.next
    isMore = after !== null
  }
}

/** What they gave is taken back, and told, so that it is counted no longer. */
async function erase(needs: Needs, { id: person }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await needs.marks.find({ where: { person }, sort: { at: 1, post: 1 }, limit: BATCH, next: false })
    for (const { _id } of docs) await eraseMark(needs, _id)
    if (docs.length < BATCH) return
  }
}

async function eraseMark({ marks, posts, world }: Needs, _id: string): Promise<void> {
  const at = momentOf(world)
  await marks.change(_id, async (now, to) => {
    if (now === null) return null
    const post = await posts.get(now.post)
    if (post === null || (now.reaction === null && now.votes === null)) return to.remove()
    const [before, after] = [givenOf(post, now), givenOf(post, { reaction: null, votes: null })]
    const told = socialEvent(world, 'post', { org: now.org, subject: now.post, op: 'unmarked', at, before, after })
    return to.remove({ events: [told] })
  })
}
