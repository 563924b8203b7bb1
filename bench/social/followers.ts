import { say } from '../progress.ts'
import { from64Writers } from '../store/world.ts'
import { type Ground, person } from './ground.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** Somebody whom very many follow, each of whom has news that are kept. */
export async function followedByMany(ground: Ground, count: number): Promise<string> {
  const { context, org } = ground
  const { needs, pusher } = context.social
  const author = await person(ground, { id: 'author', username: 'Anna Author' })
  let done = 0
  await from64Writers(count, async (number) => {
    const follower = `f${String(number).padStart(21, '0')}`
    const edge = { org, follower, followee: author, state: 'follows' as const, at: AT }
    await needs.followers.insert({ _id: `${author}~${follower}`, ...edge })
    await pusher.needs.feeds.insert({
      _id: follower,
      org,
      state: 'live',
      build: 'b',
      until: AT,
      from: null,
      pulls: [],
      active: new Date().toISOString().slice(0, 10),
      old: [],
      hasOld: false,
    })
    if (++done % 10_000 === 0) say(`making ${done.toLocaleString('en')} of ${count.toLocaleString('en')} followers`)
  })
  say('')
  return author
}
