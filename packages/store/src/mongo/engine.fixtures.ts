import { afterAll, beforeAll } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseChange } from '../dialect/change.ts'
import type { Doc } from '../dialect/value.ts'
import type { Engine, UpdateRequest } from '../engine.ts'
import type { LoggedEvent, NewEvent } from '../events/event.ts'
import { partitionOf } from '../events/partition.ts'
import type { MongoSuite } from '../testing/mongo-suite.ts'
import { openMongo } from './engine.ts'

export const comments = defineCollection({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'newest', on: ['home', '-posted', 'slug'] },
    { name: 'tagged', on: ['tags', 'posted'], arrays: ['tags'] },
  ],
})
export const people = defineCollection({
  name: 'people',
  indexes: [{ name: 'byName', on: ['name'], unique: true }],
})

export const commentOf = (slug: string, fields: Record<string, Doc[string]> = {}): Doc => ({
  _id: `h~${slug}`,
  home: 'h',
  slug,
  ...fields,
})
export const eventOf = (id: string, org = 'acme'): NewEvent => ({
  _id: id,
  org,
  subject: 's',
  type: 't',
  op: 'created',
  at: '2026-01-01T00:00:00.000Z',
})

export function updateOf(
  id: string,
  change: Record<string, unknown>,
  options: Partial<UpdateRequest> = {},
): UpdateRequest {
  return {
    id,
    where: [],
    version: null,
    change: parseChange(change),
    upsert: false,
    events: [],
    returning: null,
    ...options,
  }
}

/** An engine for a suite; versions begin with 1. */
export function engineOn({ url, database }: MongoSuite): {
  engine: () => Engine
  logged: (org: string) => Promise<LoggedEvent[]>
} {
  let engine: Engine
  beforeAll(async () => {
    engine = await openMongo({ url, database, collections: [comments, people], firstVersion: () => 1 })
  })
  afterAll(() => engine.close())
  const logged = async (org: string): Promise<LoggedEvent[]> => {
    await engine.settle()
    return engine.readEvents({ partition: partitionOf(org, engine.partitions), after: 0, limit: 1000 })
  }
  return { engine: () => engine, logged }
}
