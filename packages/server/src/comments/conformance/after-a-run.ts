import type { Engine } from '@palaver/store'
import { expect } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { countersHandler } from '../consumers/counters.ts'
import { followUp } from '../consumers/follow-up.ts'
import { atHome } from '../home.ts'
import type { Comment } from '../model.ts'
import { passedOver } from '../testing/ground.ts'
import { type Acting, atOnce, serviceOn } from './stepped-service.ts'
import type { World } from './stepped-worlds.ts'

type Consumed = Pick<World, 'engine' | 'position'>

/** The consumer that finishes what writers left. One that dies is followed by another, from its last position on. */
export async function followAll(world: Consumed & Acting, name: string): Promise<void> {
  const follow = followUp(serviceOn(world, name).needs, passedOver)
  for (;;) {
    const events = await world.engine.readEvents({ partition: 0, after: world.position, limit: 100 })
    const last = events.at(-1)
    if (last === undefined) return
    await follow(events, 0)
    world.position = Math.max(world.position, last.seq)
  }
}

/** Consumes what is left after a run. */
export async function drain(world: Consumed): Promise<void> {
  const acting = Object.assign(world, { sleep: atOnce })
  await followAll(acting, 'drain')
  const events = await world.engine.readEvents({ partition: 0, after: 0, limit: 1_000 })
  await countersHandler(serviceOn(acting, 'count').needs)(events, 0)
}

export async function discussionIn({ engine, ref }: World) {
  return serviceOn({ engine, sleep: atOnce }, 'look').discussion(ref)
}

export async function commentsIn({ engine, ref }: World): Promise<Comment[]> {
  const { needs } = serviceOn({ engine, sleep: atOnce }, 'look')
  const { layout, place } = atHome(needs.homes, await needs.discussions.require(ref))
  return layout.list(place, 'threaded', { limit: 1_000 })
}

export function expectNoOrphans(comments: readonly Comment[]): void {
  const slugs = new Set(comments.map(({ slug }) => slug))
  const orphans = comments.filter(({ parentSlug }) => parentSlug !== null && !slugs.has(parentSlug))
  expect(
    orphans.map(({ slug }) => slug),
    'a reply has no parent',
  ).toEqual([])
}

/** How often each kind of thing was told of comments, such as `created: 2`. */
export async function told({ engine }: { engine: Engine }): Promise<Record<string, number>> {
  const { events } = await contentsOf(engine)
  const counts: Record<string, number> = {}
  for (const { type, op } of events) if (type === 'comment') counts[op] = (counts[op] ?? 0) + 1
  return counts
}
