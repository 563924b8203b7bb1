import { createStore, type Store } from '@palaver/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { rankings } from '../collections.ts'
import type { Ranked } from '../model.ts'
import { MOST_RANKED, rank, rankAnew, ranked } from './ranking.ts'

const place = (slug: string, score: number, key = slug): Ranked => ({ slug, key, score })
const moves = (...places: Ranked[]): Map<string, Ranked> => new Map(places.map((one) => [one.slug, one]))
const slugs = (top: readonly Ranked[]): string[] => top.map(({ slug }) => slug)

describe('a ranking', () => {
  it('puts each root in its place, once', () => {
    const top = ranked([place('a', 9), place('b', 5), place('c', 1)], moves(place('c', 7), place('d', 5)))
    expect(slugs(top)).toEqual(['a', 'c', 'd', 'b'])
  })

  it('leaves out those that have no place any more', () => {
    expect(slugs(ranked([place('a', 9), place('b', 5)], new Map([['a', null]])))).toEqual(['b'])
  })

  it('has the best thousand', () => {
    const many = Array.from({ length: MOST_RANKED }, (_, at) => place(`r${at}`, 2 * at + 2))
    const full = ranked([], moves(...many))
    const after = ranked(full, moves(place('worst', 1), place('good', 2001)))
    expect(after).toHaveLength(MOST_RANKED)
    expect(slugs(after)).toContain('good')
    expect(slugs(after)).not.toContain('worst')
    expect(slugs(after)).not.toContain('r0')
  })
})

describeEngines('a stored ranking', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = createStore(await engine.open([rankings]))
  })
  afterAll(() => store.close())

  const topOf = async (id: string): Promise<string[]> => slugs((await store.collection(rankings).get(id))?.top ?? [])

  it('is left as it is by one who comes late', async () => {
    const needs = { rankings: store.collection(rankings) }
    await rank(needs, { discussion: 'd', moves: moves(place('a', 1)), seq: 5 })
    await rank(needs, { discussion: 'd', moves: moves(place('b', 2)), seq: 9 })
    await rank(needs, { discussion: 'd', moves: new Map([['b', null]]), seq: 7 })
    expect(await topOf('d')).toEqual(['b', 'a'])
    expect(await rankAnew(needs, { discussion: 'd', top: [], seq: 8 })).toBe(false)
    expect(await topOf('d')).toEqual(['b', 'a'])
    expect(await rankAnew(needs, { discussion: 'd', top: [place('c', 1)], seq: 9 })).toBe(true)
    expect(await topOf('d')).toEqual(['c'])
  })

  it('is not made where there is nothing to rank', async () => {
    const needs = { rankings: store.collection(rankings) }
    await rank(needs, { discussion: 'none', moves: new Map(), seq: 5 })
    expect(await rankAnew(needs, { discussion: 'none', top: [], seq: 5 })).toBe(true)
    expect(await needs.rankings.get('none')).toBeNull()
  })
})
