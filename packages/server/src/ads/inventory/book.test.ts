import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Actor } from '../../api/actor.ts'
import { placeId } from '../ids.ts'
import { admin, bookIn, inventoryGround, NEW } from './inventory.fixtures.ts'

const PAGE = { limit: 100, cursor: null }

describeEngines('the inventory', (engine) => {
  const { context, wholeCampaign } = inventoryGround(engine)

  /** Which things of an org were told to have changed, in order. */
  async function told(org: string): Promise<unknown[]> {
    const { events } = context().store
    await events.settle()
    const partition = events.partitionOf(org)
    const found = await events.read({ partition, subject: `ads~${org}`, after: 0, limit: 100 })
    return found.map(({ type, op, after }) => ({ type, op, after }))
  }

  test('each write tells of itself, and one that changes nothing does not', async () => {
    const { actor, book, advertiser, creative, campaign, flight } = await wholeCampaign()
    await book.campaigns.change(actor, campaign._id, { name: 'Summer' })
    await book.campaigns.change(actor, campaign._id, { name: 'Summer' })
    await book.zones.archive(actor, 'front')
    const about = (kind: string, id: string) => ({ type: 'ads', op: 'changed', after: { kind, id } })
    const zone = about('zone', placeId('zone', actor.org, 'front'))
    expect(await told(actor.org)).toEqual([
      about('site', placeId('site', actor.org, 'magazine')),
      zone,
      about('advertiser', advertiser._id),
      about('creative', creative._id),
      about('campaign', campaign._id),
      about('flight', flight._id),
      about('campaign', campaign._id),
      zone,
    ])
    expect((await book.campaigns.get(actor, campaign._id)).rev).toBe(2)
  })

  test('a repeat under the same id finds itself, and anything else does not take its place', async () => {
    const { actor, book, campaign, ...all } = await wholeCampaign()
    const id = `Spring${actor.org}xxxx`.slice(0, 22)
    const said = NEW.campaign(all.advertiser._id, { id })
    const tries = await Promise.all([1, 2, 3].map(() => book.campaigns.create({ actor }, said)))
    expect(tries.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(tries.map(({ doc }) => doc._id))).toEqual(new Set([id]))
    await expect(book.campaigns.create({ actor }, { ...said, budget: 1 })).rejects.toMatchObject({ code: 'id-taken' })
    const other = await wholeCampaign()
    const theirs = NEW.campaign(other.advertiser._id, { id })
    await expect(other.book.campaigns.create(other, theirs)).rejects.toMatchObject({ code: 'id-taken' })
    expect((await book.campaigns.get(actor, id)).budget).toBe(said.budget)
    expect((await book.campaigns.list(actor, PAGE)).docs.map(({ _id }) => _id)).toEqual([id, campaign._id])
  })

  test('a repeat under the same key of a request finds itself, for the same caller', async () => {
    const [actor, other] = [admin(), admin()]
    const book = bookIn(context())
    const make = (by: Actor, name: string) =>
      book.advertisers.create({ actor: by, key: 'k1' }, NEW.advertiser({ name }))
    const first = await make(actor, 'Tea House')
    expect(await make(actor, 'Tea House')).toEqual({ doc: first.doc, isNew: false })
    await expect(make(actor, 'Coffee House')).rejects.toMatchObject({ code: 'key-reused' })
    expect((await make(other, 'Coffee House')).isNew).toBe(true)
  })

  test('what belongs to another org is not there, in whatever way it is asked for', async () => {
    const { campaign, flight, creative, advertiser } = await wholeCampaign()
    const { actor, book, ...own } = await wholeCampaign()
    const asked = {
      campaign: [
        () => book.campaigns.get(actor, campaign._id),
        () => book.campaigns.start(actor, campaign._id),
        () => book.flights.create({ actor }, NEW.flight(campaign._id)),
      ],
      flight: [
        () => book.flights.change(actor, flight._id, { name: 'Mine' }),
        () => book.flights.archive(actor, flight._id),
      ],
      creative: [
        () => book.creatives.review(actor, creative._id, { state: 'approved', reason: null }),
        () => book.flights.change(actor, own.flight._id, { creatives: [creative._id] }),
        () => book.zones.change(actor, 'front', { house: [creative._id] }),
      ],
      advertiser: [
        () => book.campaigns.create({ actor }, NEW.campaign(advertiser._id)),
        () => book.creatives.create({ actor }, NEW.creative(advertiser._id)),
      ],
    }
    for (const [kind, tries] of Object.entries(asked))
      for (const one of tries) await expect(one()).rejects.toMatchObject({ code: `${kind}-not-found` })
  })

  test('who is no admin may do nothing', async () => {
    const { actor, book, campaign } = await wholeCampaign()
    for (const role of ['member', 'moderator'] as const) {
      const other = admin(role, actor.org)
      const tries = [
        () => book.sites.list(other, PAGE),
        () => book.campaigns.get(other, campaign._id),
        () => book.campaigns.change(other, campaign._id, { name: 'Mine' }),
        () => book.campaigns.archive(other, campaign._id),
        async () => book.zones.create({ actor: other }, NEW.zone({ key: 'mine' })),
        async () => book.sites.create({ actor: other }, NEW.site({ key: 'mine' })),
      ]
      for (const one of tries) await expect(one()).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  test('a change is made to what was seen, or not at all', async () => {
    const { actor, book } = await wholeCampaign()
    const tries = ['A', 'B', 'C'].map((name) => book.zones.change(actor, 'front', { name, revs: [1] }))
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(lost).toEqual(['changed-meanwhile', 'changed-meanwhile'])
    expect((await book.zones.get(actor, 'front')).rev).toBe(2)
  })

  test('an org has so many of each, without those that are archived', async () => {
    const actor = admin()
    const most = { site: 2, zone: 2, advertiser: 2, campaign: 2, flight: 2, creative: 2 }
    const book = bookIn(context(), { most })
    const make = {
      site: (key: string) => book.sites.create({ actor }, NEW.site({ key })),
      zone: (key: string) => book.zones.create({ actor }, NEW.zone({ key, site: 'a' })),
      advertiser: (name: string) => book.advertisers.create({ actor }, NEW.advertiser({ name })),
      creative: (name: string) => book.creatives.create({ actor }, NEW.creative(owner, { name })),
      campaign: (name: string) => book.campaigns.create({ actor }, NEW.campaign(owner, { name })),
      flight: (name: string) => book.flights.create({ actor }, NEW.flight(campaign, { name })),
    }
    await make.site('a')
    await make.site('b')
    await expect(make.site('c')).rejects.toMatchObject({ code: 'too-many' })
    await make.zone('a')
    await make.zone('b')
    await expect(make.zone('c')).rejects.toMatchObject({ code: 'too-many' })
    const owner = (await make.advertiser('a')).doc._id
    const campaign = (await make.campaign('a')).doc._id
    const archive = {
      advertiser: book.advertisers,
      creative: book.creatives,
      campaign: book.campaigns,
      flight: book.flights,
    }
    const begun = { advertiser: ['b'], creative: ['a', 'b'], campaign: ['b'], flight: ['a', 'b'] }
    for (const kind of ['advertiser', 'creative', 'campaign', 'flight'] as const) {
      let last = ''
      for (const name of begun[kind]) last = (await make[kind](name)).doc._id
      await expect(make[kind]('c')).rejects.toMatchObject({ code: 'too-many' })
      await archive[kind].archive(actor, last)
      expect((await make[kind]('c')).isNew).toBe(true)
    }
  })

  // The same query on both: one is enough for so many.
  test.runIf(engine.kind === 'sqlite')('more than the store counts at once are counted', async () => {
    const { actor, flight, campaign, needs } = await wholeCampaign()
    const most = { site: 1, zone: 1, advertiser: 1, campaign: 1, flight: 10_004, creative: 1 }
    const book = bookIn(context(), { most })
    const created = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at).toISOString()
    for (let at = 1; at < 10_003; at++)
      await needs.flights.insert({ ...flight, _id: `${actor.org}-flight-${at}`, created: created(at) })
    expect((await book.flights.create({ actor }, NEW.flight(campaign._id))).isNew).toBe(true)
    await expect(book.flights.create({ actor }, NEW.flight(campaign._id))).rejects.toMatchObject({ code: 'too-many' })
  })

  test('lists come page by page, the newest first, by what they are asked for', async () => {
    const { actor, book, advertiser, campaign } = await wholeCampaign()
    const { doc: other } = await book.advertisers.create({ actor }, NEW.advertiser({ name: 'Coffee House' }))
    const made = [campaign._id]
    for (let at = 0; at < 4; at++)
      made.unshift((await book.campaigns.create({ actor }, NEW.campaign(at < 2 ? advertiser._id : other._id))).doc._id)
    await book.campaigns.archive(actor, made[4] ?? '')
    const walk = async (wanted: object): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page: { docs: { _id: string }[]; next: string | null } = await book.campaigns.list(actor, {
          ...wanted,
          limit: 2,
          cursor,
        })
        found.push(...page.docs.map(({ _id }) => _id))
        cursor = page.next
      } while (cursor !== null)
      return found
    }
    expect(await walk({})).toEqual(made.slice(0, 4))
    expect(await walk({ advertiser: advertiser._id })).toEqual(made.slice(2))
    expect(await walk({ state: 'archived' })).toEqual(made.slice(4))
    expect(await walk({ state: 'on' })).toEqual([])
    expect((await book.advertisers.list(actor, PAGE)).docs.map(({ name }) => name)).toEqual([
      'Coffee House',
      'Tea House',
    ])
    expect((await book.creatives.list(actor, { ...PAGE, review: 'waiting' })).docs).toHaveLength(1)
    expect((await book.creatives.list(actor, { ...PAGE, review: 'approved' })).docs).toHaveLength(0)
    expect((await book.creatives.list(actor, { ...PAGE, advertiser: advertiser._id })).docs).toHaveLength(1)
    expect((await book.flights.list(actor, PAGE)).docs).toHaveLength(1)
    expect((await book.flights.list(actor, { ...PAGE, campaign: campaign._id })).docs).toHaveLength(1)
    await expect(walk({ advertiser: other._id, state: 'on' })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('flights show what their own advertiser has, where there are zones', async () => {
    const { actor, book, flight } = await wholeCampaign()
    const { doc: other } = await book.advertisers.create({ actor }, NEW.advertiser({ name: 'Coffee House' }))
    const { doc: creative } = await book.creatives.create({ actor }, NEW.creative(other._id))
    await expect(book.flights.change(actor, flight._id, { creatives: [creative._id] })).rejects.toMatchObject({
      code: 'invalid',
      flaws: [{ path: 'creatives.0' }],
    })
    await expect(book.flights.change(actor, flight._id, { zones: ['front', 'back'] })).rejects.toMatchObject({
      code: 'zone-not-found',
      flaws: [{ path: 'zones.1' }],
    })
    await expect(book.sites.archive(actor, 'magazine')).rejects.toMatchObject({ code: 'site-in-use' })
    await book.zones.archive(actor, 'front')
    await book.sites.archive(actor, 'magazine')
    await expect(book.sites.get(actor, 'magazine')).rejects.toMatchObject({ code: 'site-not-found' })
  })
})
