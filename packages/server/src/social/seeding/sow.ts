import type { Collection, OnProgress } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import { rendered } from '../../comments/service.ts'
import type { Follow, Post } from '../model.ts'
import { blankPost } from '../posts/blank.ts'
import type { World } from '../world.ts'
import { type CrowdPlan, followedBy, hostIdOf, nameIn, saidBy } from './crowd.ts'
import { addFollow, addPost } from './quietly.ts'

export type SowNeeds = { people: People; follows: Collection<Follow>; posts: Collection<Post>; world: World }
export type Sowing = {
  org: string
  plan: CrowdPlan
  /** The moment that all of it is before. */
  now: number
  onProgress: OnProgress
  /** Whether to stop after what is under way. */
  isStopped: () => boolean
}
export type Sown = { people: number; follows: number; posts: number; isWhole: boolean }

const AT_ONCE = 256
const PEOPLE_AT_ONCE = 500
/** What so many people do is written together. */
const GROUP = 16

/**
 * Makes people who follow each other and have written something, each document with its event, of which nobody is
 * notified. All ids follow from the seed, so a run that was interrupted is gone on with.
 */
export async function sowCrowd(needs: SowNeeds, sowing: Sowing): Promise<Sown> {
  const { plan, onProgress, isStopped } = sowing
  const sown = { people: 0, follows: 0, posts: 0, isWhole: false }
  const ids = await everybody(needs, sowing)
  sown.people = ids.length
  for (let from = 0; from < plan.people; from += GROUP) {
    if (isStopped()) return sown
    const numbers = Array.from({ length: Math.min(GROUP, plan.people - from) }, (_, at) => from + at)
    const edges = numbers.flatMap((number) => followsOf(needs, sowing, { number, ids }))
    const posts = numbers.flatMap((number) => postsOf(needs, sowing, { number, ids }))
    await together([...edges, ...posts])
    sown.follows += edges.length
    sown.posts += posts.length
    onProgress({ task: 'making people', done: from + numbers.length, total: plan.people })
  }
  return { ...sown, isWhole: true }
}

type Work = () => Promise<void>
type One = { number: number; ids: readonly string[] }

const followsOf = (needs: SowNeeds, { org, plan, now }: Sowing, { number, ids }: One): Work[] =>
  [...followedBy(plan, number)].map(({ follower, followee, ago }) => {
    const pair = { follower: ids[follower] ?? '', followee: ids[followee] ?? '' }
    return () => addFollow(needs, { ...pair, org, at: new Date(now - ago).toISOString() })
  })

const postsOf = (needs: SowNeeds, { org, plan, now }: Sowing, { number, ids }: One): Work[] =>
  [...saidBy(plan, number)].map(({ ago, text, to }, at) => {
    const audience = { to, circles: [], people: [] }
    const named = { id: `s${plan.seed}p${number}n${at}`, author: ids[number] ?? '' }
    const post = {
      ...blankPost({ ...named, org, posted: new Date(now - ago).toISOString(), audience }),
      ...rendered(text),
    }
    return () => addPost(needs, post)
  })

async function together(all: readonly Work[]): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map((one) => one()))
}

/** Their ids, in order of their numbers. */
async function everybody({ people }: SowNeeds, { org, plan, onProgress, isStopped }: Sowing): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < plan.people && !isStopped(); at += PEOPLE_AT_ONCE) {
    const some = Array.from({ length: Math.min(PEOPLE_AT_ONCE, plan.people - at) }, (_, number) => at + number)
    const told = some.map((number) => ({ id: hostIdOf(plan, number), username: nameIn(plan, number) }))
    ids.push(...(await people.upsert(org, told)).map(({ person }) => person ?? ''))
    onProgress({ task: 'naming people', done: ids.length, total: plan.people })
  }
  return ids
}
