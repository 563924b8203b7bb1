import { expect, test } from 'vitest'
import { newCreativeSchema } from '../inventory/creative-inputs.ts'
import { newAdvertiserSchema, newCampaignSchema, newFlightSchema } from '../inventory/demand-inputs.ts'
import { newSiteSchema, newZoneSchema } from '../inventory/place-inputs.ts'
import { parse } from '../../api/parse.ts'
import { campaignOf, creativeOf, flightOf, SITE, ZONE } from './promo.fixtures.ts'

const SCHEMAS = {
  site: newSiteSchema,
  zone: newZoneSchema,
  advertiser: newAdvertiserSchema,
  campaign: newCampaignSchema,
  flight: newFlightSchema,
  creative: newCreativeSchema,
}
const GOOD = {
  site: SITE,
  zone: ZONE,
  advertiser: { name: 'Tea House' },
  campaign: campaignOf('TeaHouse26'),
  flight: flightOf('Spring2026'),
  creative: creativeOf('TeaHouse26'),
}
type Kind = keyof typeof SCHEMAS
type Said = Readonly<Record<string, unknown>>

const CARD = { title: 'Tea', text: 'Green', action: 'Go', photo: null }
const THREAD = { kind: 'thread', after: 2, every: 5, most: 3 }
const cap = (more: Said): Said => ({ caps: [{ per: 'campaign', most: 3, seconds: 3600, ...more }] })
const daypart = (more: Said): Said => ({
  targeting: { dayparts: [{ days: [1], from: '09:00', until: '17:00', ...more }] },
})
const keywords = (...include: string[]): Said => ({ targeting: { keywords: { include } } })

/** What is said otherwise than in what is right, and where the answer names it. */
const WRONG: readonly (readonly [Kind, Said, path: string])[] = [
  ['site', { key: 'The Magazine' }, 'key'],
  ['site', { key: 'x'.repeat(41) }, 'key'],
  ['site', { name: ' ' }, 'name'],
  ['site', { name: 'x'.repeat(121) }, 'name'],
  ['site', { off: { roles: ['owner'] } }, 'off.roles.0'],
  ['site', { off: { topics: Array.from({ length: 501 }, (_, at) => `t${at}`) } }, 'off.topics'],
  ['site', { blocked: { categories: ['Fast Cars'] } }, 'blocked.categories.0'],
  ['site', { money: 1 }, 'money'],
  ['zone', { site: undefined }, 'site'],
  ['zone', { formats: [] }, 'formats'],
  ['zone', { formats: ['image'] }, 'size'],
  ['zone', { size: { width: 0, height: 10 } }, 'size.width'],
  ['zone', { size: { width: 10, height: 4001 } }, 'size.height'],
  ['zone', { placement: { kind: 'somewhere' } }, 'placement.kind'],
  ['zone', { placement: { ...THREAD, after: 0 } }, 'placement.after'],
  ['zone', { placement: { ...THREAD, most: 51 } }, 'placement.most'],
  ['zone', { floor: -1 }, 'floor'],
  ['zone', { floor: 1.5 }, 'floor'],
  ['zone', { design: 'random' }, 'design'],
  ['zone', { house: ['not an id'] }, 'house.0'],
  ['advertiser', { id: 'short' }, 'id'],
  ['advertiser', { id: 'with-dash-es' }, 'id'],
  ['advertiser', { category: 'Fast Cars' }, 'category'],
  ['advertiser', { linkSecret: 'x' }, 'linkSecret'],
  ['campaign', { budget: -1 }, 'budget'],
  ['campaign', { budget: 1_000_000_000_001 }, 'budget'],
  ['campaign', { budget: 0.5 }, 'budget'],
  ['campaign', { budget: '5' }, 'budget'],
  ['campaign', { dailyCap: 0 }, 'dailyCap'],
  ['campaign', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
  ['campaign', { timeZone: '+02:00' }, 'timeZone'],
  ['campaign', { from: 'tomorrow' }, 'from'],
  ['campaign', { until: '2025-01-01T00:00:00Z' }, 'until'],
  ['campaign', { until: '2026-01-01T00:00:00Z' }, 'until'],
  ['campaign', { tier: 'first' }, 'tier'],
  ['campaign', { state: 'on' }, 'state'],
  ['campaign', { money: { left: 9 } }, 'money'],
  ['flight', { pricing: { model: 'cpm', price: 2_000_001 } }, 'pricing.price'],
  ['flight', { pricing: { model: 'cpm', price: -1000 } }, 'pricing.price'],
  ['flight', { pricing: { model: 'cpv', price: 1000 } }, 'pricing.model'],
  ['flight', { goal: 0 }, 'goal'],
  ['flight', { state: 'archived' }, 'state'],
  ['flight', { from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'until'],
  ['flight', cap({ most: 0 }), 'caps.0.most'],
  ['flight', cap({ most: 51 }), 'caps.0.most'],
  ['flight', cap({ seconds: 59 }), 'caps.0.seconds'],
  ['flight', cap({ seconds: 2_592_001 }), 'caps.0.seconds'],
  ['flight', cap({ per: 'page' }), 'caps.0.per'],
  ['flight', daypart({ days: [] }), 'targeting.dayparts.0.days'],
  ['flight', daypart({ days: [7] }), 'targeting.dayparts.0.days.0'],
  ['flight', daypart({ from: '9:00' }), 'targeting.dayparts.0.from'],
  ['flight', daypart({ from: '24:00' }), 'targeting.dayparts.0.from'],
  ['flight', daypart({ until: '24:01' }), 'targeting.dayparts.0.until'],
  ['flight', daypart({ from: '22:00', until: '06:00' }), 'targeting.dayparts.0.until'],
  ['flight', keywords('tea', ''), 'targeting.keywords.include.1'],
  ['flight', keywords('x'.repeat(81)), 'targeting.keywords.include.0'],
  ['flight', { targeting: { locales: ['d'] } }, 'targeting.locales.0'],
  ['flight', { targeting: { countries: { include: ['Germany'] } } }, 'targeting.countries.include.0'],
  ['flight', { targeting: { devices: ['fridge'] } }, 'targeting.devices.0'],
  ['flight', { zones: ['No Zone'] }, 'zones.0'],
  ['creative', { destination: 'javascript:alert(1)' }, 'destination'],
  ['creative', { destination: 'data:text/html,x' }, 'destination'],
  ['creative', { destination: '//example.org/' }, 'destination'],
  ['creative', { destination: 'ftp://example.org/' }, 'destination'],
  ['creative', { destination: 'https://ann:secret@example.org/' }, 'destination'],
  ['creative', { destination: 'https://' }, 'destination'],
  ['creative', { destination: 'https://example.org/a b' }, 'destination'],
  ['creative', { destination: `https://example.org/${'x'.repeat(2000)}` }, 'destination'],
  ['creative', { destination: `https://example.org/${'ü'.repeat(1000)}` }, 'destination'],
  ['creative', { card: { ...CARD, title: 'x'.repeat(81) } }, 'card.title'],
  ['creative', { card: { ...CARD, text: 'x'.repeat(201) } }, 'card.text'],
  ['creative', { card: { ...CARD, action: 'x'.repeat(31) } }, 'card.action'],
  ['creative', { card: { ...CARD, photo: 'https://elsewhere.example/a.png' } }, 'card.photo'],
  ['creative', { card: null }, 'card'],
  ['creative', { html: '<b>Tea</b>' }, 'html'],
  ['creative', { size: { width: 300, height: 250 } }, 'size'],
  ['creative', { format: 'image', card: null, image: { photo: 'p1' } }, 'image.alt'],
  ['creative', { format: 'image', card: null, image: { photo: 'p1', alt: 'Tea' } }, 'size'],
  ['creative', { format: 'html', card: null, html: 'ü'.repeat(50_001), size: { width: 1, height: 1 } }, 'html'],
]

test.each(WRONG)('a %s with %j is refused at %s', (kind, said, path) => {
  const { flaws } = parse(SCHEMAS[kind], { ...GOOD[kind], ...said })
  expect(flaws?.map((flaw) => flaw.path)).toContain(path)
})

test.each(Object.keys(SCHEMAS) as Kind[])('a %s with nothing else said is all right', (kind) => {
  expect(parse(SCHEMAS[kind], GOOD[kind]).flaws).toBe(null)
})

test('what is said is kept in one form', () => {
  const flight = newFlightSchema.parse({
    ...GOOD.flight,
    until: '2026-03-01T12:00:00.5Z',
    targeting: {
      keywords: { include: ['  Grüner   TEE ', 'gruner tee', 'Tea'], mode: 'boost' },
      locales: ['DE-de', 'pt-br'],
      dayparts: [{ days: [1, 1, 5], from: '00:00', until: '24:00' }],
    },
  })
  expect(flight).toMatchObject({
    until: '2026-03-01T12:00:00.500Z',
    targeting: {
      keywords: { include: ['gruner tee', 'tea'], exclude: [], mode: 'boost' },
      locales: ['de-DE', 'pt-BR'],
      dayparts: [{ days: [1, 5] }],
    },
  })
  const creative = newCreativeSchema.parse({ ...GOOD.creative, destination: 'HTTPS://Example.org/ü?a=<b>' })
  expect(creative.destination).toBe('https://example.org/%C3%BC?a=%3Cb%3E')
})
