import type { LoggedEvent } from '@palaver/store'
import { isGuest } from '../../accounts/service.ts'
import { RecentMap } from '../../api/recent-map.ts'
import { followingId } from './levels.ts'
import type { AudienceNeeds } from './needs.ts'
import { toldIn } from './told.ts'

type Needs = Pick<AudienceNeeds, 'followings' | 'people'>
type First = { org: string; discussion: string; person: string; seq: number; at: string }

const MOST_KNOWN = 100_000

/** Notes where people write, from their first comment on. It may be done twice, and in any order. */
export class TakingPart {
  readonly #needs: Needs
  /** By whom and where, the earliest place that was noted. */
  readonly #known = new RecentMap<number>({ capacity: MOST_KNOWN })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async note(events: readonly LoggedEvent[]): Promise<void> {
    const firsts = new Map<string, First>()
    for (const first of events.flatMap(writtenIn)) {
      const id = followingId(first.discussion, first.person)
      if ((this.#known.get(id) ?? Infinity) > first.seq && (firsts.get(id)?.seq ?? Infinity) > first.seq)
        firsts.set(id, first)
    }
    await Promise.all([...firsts].map(([id, first]) => this.#noteOne(id, first)))
  }

  async #noteOne(_id: string, { org, person, seq, at }: First): Promise<void> {
    const { followings, people } = this.#needs
    const whose = { org, id: person }
    const known = await people.get(org, person)
    if (known !== null && known.erased !== null) return
    const change = { $min: { takesPart: seq }, $setOnInsert: { org, level: null, at } }
    const { outcome } = await followings.update({ _id }, change, { upsert: true })
    // Who was erased meanwhile was looked through before this came: it must not stay.
    if (outcome === 'inserted' && (await people.isErased(whose))) await followings.remove({ _id })
    this.#known.set(_id, seq)
  }
}

function writtenIn(event: LoggedEvent): First[] {
  const told = toldIn(event)
  const author = told?.comment?.author.id
  if (told === null || told.op !== 'created' || author === undefined || isGuest(author)) return []
  return [{ org: told.org, discussion: told.discussion, person: author, seq: told.seq, at: told.at }]
}
