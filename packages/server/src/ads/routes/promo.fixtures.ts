import { expect } from 'vitest'
import type { Actor, Role } from '../../api/actor.ts'
import { ORG, type Service, service as wholeService } from '../../comments/routes/service.fixtures.ts'

const ADMIN = { as: 'root', role: 'admin' } as const

type Said = Readonly<Record<string, unknown>>

export type PromoGround = Service & {
  /** Asks as the admin. */
  ask: (...asked: Parameters<Service['call']>) => ReturnType<Service['call']>
  /** What was made, as it is shown. */
  make: (plural: string, said: Said) => Promise<Said & { id: string; key: string; rev: number }>
  /** Asks with an API key that is for these things only. */
  asKey: (scopes: NonNullable<Actor['scopes']>, url: string) => Promise<number>
}

/** All of the inventory over HTTP, on a database of its own. */
export async function promoGround(): Promise<PromoGround> {
  const service = await wholeService()
  const ask: PromoGround['ask'] = (method, url, call = {}) => service.call(method, url, { ...ADMIN, ...call })
  const make: PromoGround['make'] = async (plural, body) => {
    const { statusCode, data } = await ask('POST', `/v1/promo/${plural}`, { body })
    expect([statusCode, data.code, data.errors]).toEqual([201, undefined, undefined])
    return data
  }
  const asKey: PromoGround['asKey'] = async (scopes, url) => {
    const { key } = await service.context.accounts.apiKeys.create(ORG, { name: 'A server', scopes: [...scopes] })
    return (await service.app.inject({ url, headers: { authorization: `Bearer ${key}` } })).statusCode
  }
  return { ...service, ask, make, asKey }
}

export const ROLES_BELOW: readonly Role[] = ['member', 'moderator']

export const SITE = { key: 'magazine', name: 'The magazine' }
export const ZONE = { key: 'front', site: 'magazine', name: 'Front page' }
const CARD = { title: 'Green tea', text: 'Picked by hand.', action: 'Taste it' }

/** Bodies that are all right, of things of an advertiser or a campaign. */
export const creativeOf = (advertiser: string): Said => ({
  advertiser,
  name: 'Green tea',
  format: 'card',
  card: CARD,
  destination: 'https://example.org/tea',
})
export const campaignOf = (advertiser: string): Said => ({
  advertiser,
  name: 'Spring',
  from: '2026-01-01T00:00:00Z',
  budget: 5_000_000,
})
export const flightOf = (campaign: string): Said => ({
  campaign,
  name: 'All readers',
  pricing: { model: 'cpm', price: 2_000_000 },
})
