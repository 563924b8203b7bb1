import { describe, expect, test } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { choose, isOpen } from './choose.ts'
import { explain } from './explain.ts'
import type { Ask, Means } from './model.ts'
import { buildSnapshot } from './snapshot.ts'
import {
  askOf,
  cpm,
  type Ground,
  inventoryOf,
  meansOf,
  type Offer,
  siteOf,
  targetingOf,
  zoneOf,
} from './testing/parts.ts'

type Case = { offers: readonly Offer[]; ground?: Ground; ask?: Partial<Ask>; means?: Partial<Means> }

async function shown({ offers, ground = {}, ask = {}, means = {} }: Case): Promise<string[]> {
  const chosen = await choose(buildSnapshot(inventoryOf(offers, ground)), askOf(ask), meansOf(means))
  return chosen.map(({ candidate }) => candidate.creative._id)
}

const three = { places: [{ zone: 'side', count: 3 }] }
const at = (price: number): { pricing: ReturnType<typeof cpm> } => ({ pricing: cpm(price * 1_000_000) })
const caps = [{ per: 'campaign' as const, most: 1, seconds: 3600 }]

describe('B8.8: targeting', () => {
  const none = { include: [], exclude: [] }
  const ad = (targeting: Parameters<typeof targetingOf>[0]): Offer[] => [
    { id: 'ad', flight: { targeting: targetingOf(targeting) } },
  ]
  const words = (include: string[], exclude: string[], mode: 'filter' | 'boost' = 'filter') =>
    ad({ keywords: { include, exclude, mode } })
  const line = ['berlin', 'eu', 'news']

  test.for<[string, Offer[], Partial<Ask>, boolean]>([
    ['a keyword that is there', words(['Café'], []), { keywords: ['cafe'] }, true],
    ['a keyword that is not there', words(['Café'], []), { keywords: ['tea'] }, false],
    ['an excluded keyword', words([], ['tea']), { keywords: ['tea'] }, false],
    ['negative beats positive: keywords', words(['cafe'], ['tea']), { keywords: ['cafe', 'tea'] }, false],
    ['negative beats a boost', words(['cafe'], ['tea'], 'boost'), { keywords: ['cafe', 'tea'] }, false],
    ['a boost without its keyword', words(['cafe'], [], 'boost'), {}, true],
    ['a topic above the page', ad({ topics: { include: ['news'], exclude: [] } }), { topics: line }, true],
    ['a topic below the page', ad({ topics: { include: ['berlin'], exclude: [] } }), { topics: ['news'] }, false],
    ['no topic', ad({ topics: { include: ['news'], exclude: [] } }), {}, false],
    [
      'negative beats positive: topics',
      ad({ topics: { include: ['berlin'], exclude: ['eu'] } }),
      { topics: line },
      false,
    ],
    ['a language range', ad({ locales: ['de'] }), { locale: 'de-AT' }, true],
    ['a language that only begins alike', ad({ locales: ['de'] }), { locale: 'den' }, false],
    ['a language by its old name', ad({ locales: ['he'] }), { locale: 'iw' }, true],
    ['a narrower language', ad({ locales: ['de-AT'] }), { locale: 'de' }, false],
    ['no language', ad({ locales: ['de'] }), {}, false],
    ['another device', ad({ devices: ['phone', 'tablet'] }), { device: 'desk' }, false],
    ['a country', ad({ countries: { ...none, include: ['AT'] } }), { country: 'AT' }, true],
    ['an unknown country, included', ad({ countries: { ...none, include: ['AT'] } }), {}, false],
    ['an unknown country, excluded', ad({ countries: { ...none, exclude: ['AT'] } }), {}, true],
    [
      'negative beats positive: countries',
      ad({ countries: { include: ['AT'], exclude: ['AT'] } }),
      { country: 'AT' },
      false,
    ],
  ])('%s', async ([, offers, ask, isShown]) => {
    expect(await shown({ offers, ask })).toEqual(isShown ? ['ad'] : [])
    expect(await shown({ offers, ask, ground: { zones: [zoneOf({ design: 'capped' })] } })).toEqual(
      offers[0]?.flight?.targeting?.keywords.mode === 'boost' && isShown ? ['ad'] : [],
    )
  })

  test('a daypart is one of the campaign’s time zone, in summer and in winter', async () => {
    const dayparts = [{ days: [3], from: '09:00', until: '10:00' }]
    const offers = [
      { id: 'ad', campaign: { timeZone: 'America/New_York' }, flight: { targeting: targetingOf({ dayparts }) } },
    ]
    const on = (time: string) => shown({ offers, ask: { now: Date.parse(time) } })
    expect(await on('2026-06-17T13:00:00.000Z')).toEqual(['ad'])
    expect(await on('2026-06-17T13:59:59.999Z')).toEqual(['ad'])
    expect(await on('2026-06-17T14:00:00.000Z')).toEqual([])
    expect(await on('2026-01-14T14:30:00.000Z')).toEqual(['ad'])
    expect(await on('2026-01-14T13:30:00.000Z')).toEqual([])
  })

  test('begins and ends to the millisecond, from one snapshot', async () => {
    const [from, until] = ['2026-06-17T10:00:00.000Z', '2026-06-17T10:00:01.000Z']
    const snapshot = buildSnapshot(inventoryOf([{ id: 'ad', flight: { from, until } }]))
    const on = async (now: number) => (await choose(snapshot, askOf({ now }), meansOf())).length
    const begin = Date.parse(from)
    expect([
      await on(begin - 1),
      await on(begin),
      await on(begin + 999),
      await on(begin + 1000),
      await on(begin - 1),
    ]).toEqual([0, 1, 1, 0, 0])
  })
})

describe('B8.9: beside each other', () => {
  test('one of an advertiser and one of a category, also beside what the page has', async () => {
    const offers: Offer[] = [
      { id: 'vw', advertiser: { category: 'cars' }, flight: at(9) },
      { id: 'audi', advertiser: { category: 'cars' }, flight: at(8) },
      { id: 'vw2', campaign: { advertiser: 'vw' }, flight: at(7) },
      { id: 'tea', flight: at(1) },
    ]
    expect(await shown({ offers, ask: three })).toEqual(['vw', 'tea'])
    const beside = [{ advertiser: 'audi', campaign: 'audi' }]
    expect(await shown({ offers, ask: { ...three, beside } })).toEqual(['tea'])
    const places = [
      { zone: 'side', count: 1 },
      { zone: 'top', count: 1 },
    ]
    const zones = [zoneOf(), zoneOf({ key: 'top' })]
    expect(await shown({ offers, ask: { places }, ground: { zones } })).toEqual(['vw', 'tea'])
  })

  test('a roadblock takes several places with several creatives, and no second one comes beside it', async () => {
    const offers: Offer[] = [
      { id: 'road', campaign: { roadblock: true }, flight: { ...at(9), creatives: ['road', 'more'] } },
      { id: 'more', flight: { ...at(1), state: 'paused' } },
      { id: 'block', campaign: { roadblock: true }, flight: at(8) },
      { id: 'tea', flight: at(1) },
    ]
    expect(new Set(await shown({ offers, ask: three }))).toEqual(new Set(['road', 'more', 'tea']))
    const block = { advertiser: 'block', campaign: 'block' }
    expect(await shown({ offers, ask: { ...three, beside: [block] } })).toEqual(['block', 'tea'])
    expect(await shown({ offers, ask: { ...three, beside: [{ ...block, creative: 'block' }] } })).toEqual(['tea'])
  })

  test.for<[string, Ground, Partial<Ask>]>([
    ['a blocked advertiser', { sites: [siteOf({ blocked: { advertisers: ['ad'], categories: [] } })] }, {}],
    ['a blocked category', { sites: [siteOf({ blocked: { advertisers: [], categories: ['cars'] } })] }, {}],
    [
      'a topic without ads',
      { sites: [siteOf({ off: { topics: ['news'], roles: [], signedIn: false } })] },
      { topics: ['eu', 'news'] },
    ],
    [
      'a role without ads',
      { sites: [siteOf({ off: { topics: [], roles: ['moderator'], signedIn: false } })] },
      { actor: person('moderator') },
    ],
    [
      'no ads for who signed in',
      { sites: [siteOf({ off: { topics: [], roles: [], signedIn: true } })] },
      { actor: person('member') },
    ],
    ['a site that is off', { sites: [siteOf({ isOn: false })] }, {}],
    ['a zone that is off', { zones: [zoneOf({ isOn: false })] }, {}],
    ['a zone without a site', { sites: [] }, {}],
  ])('nothing is shown: %s', async ([name, ground, ask]) => {
    const offers: Offer[] = [{ id: 'ad', advertiser: { category: 'cars' } }]
    expect(await shown({ offers, ask })).toEqual(['ad'])
    expect(await shown({ offers, ask, ground })).toEqual([])
    expect(isOpen(buildSnapshot(inventoryOf(offers, ground)), askOf(ask), 'side')).toBe(name.startsWith('a blocked'))
  })

  test('a guest has not signed in', async () => {
    const ground = { sites: [siteOf({ off: { topics: [], roles: ['member'], signedIn: true } })] }
    expect(
      await shown({ offers: [{ id: 'ad' }], ground, ask: { actor: { ...person('member'), kind: 'guest' } } }),
    ).toEqual(['ad'])
  })
})

function person(role: Actor['role']): Actor {
  return { org: 'acme', id: 'ann', name: 'Ann', role, kind: 'person' }
}

describe('caps and money', () => {
  test('B-5: of whom nothing is kept, what has caps is shown or withheld as its campaign says', async () => {
    const ad = (withoutId: 'serve' | 'withhold'): Offer[] => [{ id: 'ad', campaign: { withoutId }, flight: { caps } }]
    expect(await shown({ offers: ad('serve') })).toEqual(['ad'])
    expect(await shown({ offers: ad('withhold') })).toEqual([])
    expect(await shown({ offers: ad('withhold'), means: { isCapped: () => false } })).toEqual(['ad'])
    expect(await shown({ offers: ad('serve'), means: { isCapped: () => true } })).toEqual([])
  })

  test('of whom nothing is kept, a page of its own does not go past a cap', async () => {
    const road = { campaign: { roadblock: true }, flight: { caps, creatives: ['road', 'more'] } }
    const offers: Offer[] = [
      { id: 'road', ...road },
      { id: 'more', flight: { state: 'paused' } },
    ]
    expect(await shown({ offers, ask: three })).toHaveLength(1)
  })

  test('a zone that does not heed caps does not show what has them, and says so', async () => {
    const ground = { zones: [zoneOf({ design: 'best' })] }
    const snapshot = buildSnapshot(inventoryOf([{ id: 'ad', flight: { caps } }], ground))
    const { verdicts } = await explain(snapshot, askOf(), meansOf())
    expect(verdicts.map(({ droppedBy }) => droppedBy)).toEqual(['zone-heeds-caps-of-flight'])
  })

  test('a flight without money is asked once, not for each of its creatives', async () => {
    const asked: string[] = []
    const reserve: Means['reserve'] = ({ flight }) => {
      asked.push(flight._id)
      return flight._id === 'poor' ? null : { slice: 's', index: 0 }
    }
    const offers: Offer[] = [
      { id: 'poor', flight: { ...at(9), creatives: ['poor', 'poor2', 'poor3'] } },
      ...['poor2', 'poor3'].map((id) => ({ id, flight: { state: 'paused' as const } })),
      { id: 'rich' },
    ]
    expect(await shown({ offers, ask: three, means: { reserve } })).toEqual(['rich'])
    expect(asked).toEqual(['poor', 'rich'])
  })

  test('if one of several fails, nothing stays reserved', async () => {
    const held = new Set<number>()
    const reserve: Means['reserve'] = ({ flight }) => {
      if (flight._id === 'broken') return Promise.reject(new Error('no store'))
      held.add(held.size)
      return { slice: 's', index: held.size - 1 }
    }
    const release: Means['release'] = (_, { index }) => void held.delete(index)
    const offers: Offer[] = [
      { id: 'a', flight: at(3) },
      { id: 'b', flight: at(2) },
      { id: 'broken', flight: at(1) },
    ]
    await expect(shown({ offers, ask: three, means: { reserve, release } })).rejects.toThrow('no store')
    expect(held.size).toBe(0)
  })

  test('a decision is bounded: not more than fifty are waited for, and the others say that nobody looked', async () => {
    let asked = 0
    const reserve: Means['reserve'] = () => {
      asked += 1
      return Promise.resolve(null)
    }
    const offers = Array.from({ length: 200 }, (_, number) => ({ id: `o${number}` }))
    const snapshot = buildSnapshot(inventoryOf(offers))
    expect(await choose(snapshot, askOf(), meansOf({ reserve }))).toEqual([])
    expect(asked).toBe(50)
    const { verdicts } = await explain(snapshot, askOf(), meansOf({ reserve }))
    const said = Map.groupBy(verdicts, ({ droppedBy }) => droppedBy)
    expect([said.get('budget-and-pacing')?.length, said.get('not-reached')?.length]).toEqual([50, 150])
  })
})
