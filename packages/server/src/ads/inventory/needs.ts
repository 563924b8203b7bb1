import { hash } from 'node:crypto'
import type { Collection, NewEvent } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import type { World } from '../../comments/service.ts'
import type { Photos } from '../../files/service.ts'
import type { Kind } from '../decision/model.ts'
import { adsSubject } from '../ids.ts'
import type { Advertiser, Campaign, Creative, Flight, Site, Zone } from '../model.ts'

/** All that an org's ads are made of. */
export type InventoryCollections = {
  sites: Collection<Site>
  zones: Collection<Zone>
  advertisers: Collection<Advertiser>
  campaigns: Collection<Campaign>
  flights: Collection<Flight>
  creatives: Collection<Creative>
}

export type InventoryNeeds = InventoryCollections & {
  photos: Pick<Photos, 'claim' | 'release' | 'views'>
  world: Pick<World, 'now' | 'newId'>
  /** How many an org has of each; a test gives smaller numbers. */
  most?: Readonly<Record<Kind, number>>
}

/** What is archived does not count. */
export const MOST: Readonly<Record<Kind, number>> = {
  site: 50,
  zone: 500,
  advertiser: 5000,
  campaign: 10_000,
  flight: 20_000,
  creative: 20_000,
}

export const momentOf = ({ now }: Pick<World, 'now'>): string => new Date(now()).toISOString()

type Told = { org: string; kind: Kind; id: string }

/** That something is no longer what it was: whoever decides from it reads it again. */
export const changedEvent = (world: InventoryNeeds['world'], { org, kind, id }: Told): NewEvent => ({
  _id: world.newId(),
  org,
  subject: adsSubject(org),
  type: 'ads',
  op: 'changed',
  at: momentOf(world),
  after: { kind, id },
})

/** `key`: the Idempotency-Key of the request, by which the same caller finds what was made before. */
export type Creating = { actor: Actor; key?: string | null }

/** Before it is written: as the caller says, or by the key of the request, or made anew. */
export function idFor({ newId }: InventoryNeeds['world'], { actor, key = null }: Creating, said: Naming): string {
  if (said.id !== undefined) return said.id
  if (key === null) return newId()
  return hash('sha256', JSON.stringify([said.kind, actor.org, actor.id, key]), 'base64url').slice(0, 22)
}

type Naming = { kind: Kind; id?: string }
