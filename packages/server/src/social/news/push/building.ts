import { followees, wrote } from '../pull.ts'
import { merged } from '../merge.ts'
import { isNewer, placeOf } from '../source.ts'
import { addAll } from './entries.ts'
import { type Feed, feedKey } from './model.ts'
import type { PushNeeds } from './needs.ts'

const BUILD_MS = 30_000
const AT_ONCE = 100

export type Owner = { org: string; id: string }

/**
 * Builds somebody's news anew. From the first write on, whatever is posted is pushed there; what was posted before is on
 * the walls by then and is fetched from these. So nothing falls in between.
 */
export async function build(needs: PushNeeds, owner: Owner): Promise<void> {
  const begun = await begin(needs, owner)
  if (begun === null) return
  const people = await followees(needs, owner.id)
  const pulls = await pulledAmong(needs, people)
  const pushed = people.filter((person) => !pulls.includes(person))
  await needs.feeds.change(owner.id, (now, to) =>
    now?.build !== begun.build ? null : to.change({ $addToSet: { pulls: { $each: pulls } } }),
  )
  const source = merged([owner.id, ...pushed].map((person) => wrote(needs, person)))
  const most = needs.sizes.kept
  const rows = await source(null, most + 1)
  const kept = rows.slice(0, most)
  await addAll(needs.entries, feedKey(begun), kept)
  const last = rows.length > most ? kept.at(-1) : undefined
  await needs.feeds.change(owner.id, (now, to) => {
    if (now === null || now.build !== begun.build || now.state !== 'building') return null
    const from = last === undefined || (now.from !== null && !isNewer(last, now.from)) ? now.from : placeOf(last)
    return to.change({ $set: { state: 'live', from } })
  })
}

/** Null where somebody else is building it, or it is there. */
async function begin({ feeds, world }: PushNeeds, { org, id }: Owner): Promise<Feed | null> {
  const now = world.now()
  const build = world.newPart()
  const until = new Date(now + BUILD_MS).toISOString()
  const fresh = { state: 'building' as const, build, until, from: null, pulls: [], active: dayOf(now) }
  const { doc } = await feeds.change(id, (feed, to) => {
    if (feed === null) return to.insert({ _id: id, org, ...fresh, old: [], hasOld: false })
    const isTaken = feed.state === 'building' && Date.parse(feed.until) > now
    if (feed.state === 'live' || isTaken) return null
    const old = feed.state === 'cold' ? feed.old : [...feed.old, feed.build]
    return to.change({ $set: { ...fresh, old, hasOld: old.length > 0 } })
  })
  return doc?.build === build ? doc : null
}

export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Those of these people whose posts are not pushed. */
async function pulledAmong({ pulledAuthors }: PushNeeds, people: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE)
    const { docs } = await pulledAuthors.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
    found.push(...docs.map(({ _id }) => _id))
  }
  return found
}
