import type { LoggedEvent } from '@palaver/store'
import { RecentMap } from '../../api/recent-map.ts'
import { UnderWay } from '../../api/under-way.ts'
import type { Discussion } from '../../comments/service.ts'
import { type Audience, type Candidate, type Channel, isOfSocial, type Item } from '../model.ts'
import { checkedSocial } from '../social/checking.ts'
import { storedSocial } from '../social/stored.ts'
import { aboutSocial, socialLaneOf, type SocialTold, socialToldIn } from '../social/told.ts'
import type { AudienceOf, Check, Checked } from './audience-of.ts'
import { checked } from './checking.ts'
import type { AudienceNeeds } from './needs.ts'
import { storedAudience } from './stored.ts'
import { TakingPart } from './taking-part.ts'
import { unlessGone } from './there.ts'
import { laneOf, type Told, toldIn } from './told.ts'

const MOST_FIRSTS = 10_000

/** Who is told of what happens. */
export class Audiences {
  readonly #needs: AudienceNeeds
  readonly #takingPart: TakingPart
  /** Events that were the first of their comment: of those there is nothing that was told before. */
  readonly #firsts = new RecentMap<true>({ capacity: MOST_FIRSTS })

  readonly #underWay = new UnderWay<Audience | null>()

  constructor(needs: AudienceNeeds) {
    this.#needs = needs
    this.#takingPart = new TakingPart(needs)
  }

  /** Notes who writes where; each channel does, before it handles any of these. */
  prepare = (events: readonly LoggedEvent[]): Promise<void> => this.#takingPart.note(events)

  /** Those who may be told, and those who are not, and why. Fails where the host cannot be asked. */
  of: AudienceOf = (event) => {
    const social = socialToldIn(event)
    return social === null ? this.#of(toldIn(event)) : this.#ofSocial(social)
  }

  check: Check = async (item, channel) => (await this.checkAll([item], channel))[0] ?? { skip: 'not-there' }

  /** The same for many, which is cheaper than one by one; in their order. */
  checkAll = async (items: readonly Item[], channel: Channel): Promise<Checked[]> => {
    const isFirst = (event: string): boolean => this.#firsts.peek(event) === true
    const needs = { ...this.#needs, isFirst }
    const social = Map.groupBy(items.filter(isOfSocial), ({ event }) => event)
    if (social.size === 0) return checked(needs, items, channel)
    const others = items.filter((item) => !isOfSocial(item))
    const looks = [
      checked(needs, others, channel).then((all) => all.map((one, at) => [others[at], one] as const)),
      ...Array.from(social.values(), async (those) =>
        (await checkedSocial(needs, those, channel)).map((one, at) => [those[at], one] as const),
      ),
    ]
    const found = new Map((await Promise.all(looks)).flat())
    return items.map((item) => found.get(item) ?? { skip: 'not-there' })
  }

  /** Whether it may tell somebody; others only take back what was told. */
  isOurs = (event: LoggedEvent): boolean => toldIn(event) !== null || socialToldIn(event) !== null

  /** All that happens in a discussion is told in its order; null for what is nobody's concern. */
  laneOf = (event: LoggedEvent): string | null => laneOf(event) ?? socialLaneOf(event)

  /** What one of those is told. */
  aboutOf = (event: LoggedEvent, { person, reason }: Pick<Candidate, 'person' | 'reason'>): Item => {
    const social = socialToldIn(event)
    if (social !== null) return aboutSocial(social, { person, reason })
    const told = toldIn(event)
    const { _id, org, at } = event
    const { discussion = null, slug = null, actor = null } = told ?? {}
    return { event: _id, org, discussion, slug, actor, reason, at, person }
  }

  #ofSocial(told: SocialTold): AsyncIterable<readonly Candidate[]> {
    if (told.op === 'created' && told.of?.reason !== 'repost') this.#firsts.set(told.event, true)
    return storedSocial(this.#needs, told, this.#underWay)
  }

  async *#of(told: Told | null): AsyncGenerator<readonly Candidate[]> {
    if (told === null || isForNobody(told)) return
    if (told.op === 'created') this.#firsts.set(told.event, true)
    const ref = { discussion: told.discussion }
    let discussion: Promise<Discussion | null> | undefined
    const discussionOf = (): Promise<Discussion | null> =>
      (discussion ??= unlessGone(this.#needs.comments.discussion(ref)))
    yield* storedAudience(this.#needs, told, { discussionOf, underWay: this.#underWay })
  }
}

/** An edit that mentions nobody anew: there is nothing to be found out. */
const isForNobody = ({ op, mentioned }: Told): boolean => op === 'edited' && mentioned.length === 0
