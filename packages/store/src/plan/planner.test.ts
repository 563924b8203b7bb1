import { describe, expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import { NoIndex, UnsupportedOperator } from '../errors.ts'
import type { Plan } from './plan.ts'
import { planQuery } from './planner.ts'
import { type Asked, parseQuery } from './query.ts'

const comments = defineCollection({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'best', on: ['home', '-votes', 'slug'] },
    { name: 'mentions', on: ['mentions.id', 'posted'], arrays: ['mentions.id'] },
  ],
})

const plan = (asked: Omit<Asked, 'limit'>): Plan => planQuery(comments, parseQuery({ limit: 10, ...asked }))
const orderOf = ({ order }: Plan): string[] => order.map(({ path, direction }) => (direction === 1 ? path : `-${path}`))
const indexesOf = ({ walks }: Plan): string[] => walks.map(({ index }) => index)

describe('the planner', () => {
  it('takes the index that fixes most, and lets it sort', () => {
    const found = plan({ where: { home: 'h', posted: { $gt: 'p' } }, sort: { posted: -1 } })
    expect(found.walks).toMatchObject([
      {
        index: 'chronological',
        equal: ['h'],
        range: { type: 'string', low: { value: 'p', inclusive: false }, high: null },
        rest: [],
      },
    ])
    expect(orderOf(found)).toEqual(['-posted', '-slug'])
  })

  it('gives every answer a total order, also where none was asked for', () => {
    expect(orderOf(plan({ where: { home: 'h' } }))).toEqual(['posted', 'slug'])
    expect(orderOf(plan({ where: { 'mentions.id': 'u' } }))).toEqual(['posted', '_id'])
    expect(orderOf(plan({}))).toEqual(['_id'])
  })

  it('keeps the tightest of several bounds', () => {
    const [walk] = plan({ where: { home: 'h', votes: { $gt: 1, $gte: 3, $lt: 9, $lte: 9 } } }).walks
    expect(walk).toMatchObject({
      index: 'best',
      range: { low: { value: 3, inclusive: true }, high: { value: 9, inclusive: false } },
    })
  })

  it('makes a walk of each value of $in, and of each branch of $or', () => {
    expect(
      plan({ where: { home: { $in: ['b', 'a', 'b'] } }, sort: { posted: 1 } }).walks.map(({ equal }) => equal),
    ).toEqual([['a'], ['b']])
    const either = plan({
      where: { home: 'h', $or: [{ posted: 'a' }, { posted: { $gt: 'c' } }] },
      sort: { posted: 1, slug: 1 },
    })
    expect(indexesOf(either)).toEqual(['chronological', 'chronological'])
    expect(orderOf(either)).toEqual(['posted', 'slug', 'home'])
    expect(plan({ where: { home: { $in: [] } } }).walks).toEqual([])
  })

  it('names the documents that are asked for by their ids, and the walk to each where somebody walks', () => {
    const named = plan({ where: { _id: { $in: ['b', 'a', 'b'] } } })
    expect(named).toMatchObject({ ids: ['b', 'a'], limit: 10, skip: 0, after: null, wantsNext: true })
    expect(named.walks.map(({ index, equal, where, rest }) => ({ index, equal, where, rest }))).toEqual(
      ['b', 'a'].map((id) => ({
        index: '_id',
        equal: [id],
        where: [{ path: '_id', tests: [{ op: 'eq', value: id }] }],
        rest: [],
      })),
    )
    expect(plan({ where: { _id: { $in: ['b', 'a'] } }, sort: { _id: -1 } }).ids).toBeUndefined()
  })

  it('refuses what no index serves, and says which would', () => {
    expect(() => plan({ where: { text: 'x' } })).toThrow(NoIndex)
    expect(() => plan({ where: { home: 'h', text: 'x' }, sort: { votes: 1, slug: 1 } })).toThrow(
      "on: ['home', 'text', 'votes', 'slug']",
    )
    expect(() => plan({ where: { home: 'h', posted: { $ne: 'p' } } })).toThrow(NoIndex)
    expect(() => plan({ where: { 'mentions.id': { $gt: 'a' } } })).toThrow(NoIndex)
    expect(() => plan({ where: { 'mentions.id': null } })).toThrow(NoIndex)
    expect(() => plan({ where: { $or: [{ home: 'h' }, { text: 'x' }] } })).toThrow(NoIndex)
  })

  it('leaves the rest to be checked only within a bound, on one walk', () => {
    const found = plan({ where: { home: { $in: ['a', 'b'] }, text: 'x' }, examineAtMost: 5 })
    expect(found.walks).toHaveLength(1)
    expect(found.walks[0]?.rest.map((clause) => ('path' in clause ? clause.path : 'or'))).toEqual(['home', 'text'])
  })

  it('refuses cursors that are not a place in the list', () => {
    expect(() => plan({ where: { home: 'h' }, sort: { posted: 1 }, after: ['p'] })).toThrow(UnsupportedOperator)
    expect(() => plan({ where: { home: 'h' }, sort: { posted: 1 }, after: [{}, 's'] })).toThrow(UnsupportedOperator)
    expect(() => plan({ sort: { 'mentions.id': 1 }, after: ['u', 'p', 'i'] })).toThrow(UnsupportedOperator)
    expect(() => plan({ after: { $gt: 1 } as never })).toThrow(UnsupportedOperator)
  })

  it('does not take the element that was asked for to say where the whole document sorts', () => {
    const pairs = defineCollection({
      name: 'pairs',
      indexes: [{ name: 'both', on: ['l.x', 'l.y'], arrays: ['l.x', 'l.y'] }],
    })
    const asked = parseQuery({ where: { 'l.x': 1 }, sort: { 'l.y': 1 }, limit: 5 })
    expect(() => planQuery(pairs, asked)).toThrow(NoIndex)
  })

  it('asks a unique index of elements for one value at a time', () => {
    const people = defineCollection({
      name: 'people',
      indexes: [{ name: 'alias', on: ['aliases'], arrays: ['aliases'], unique: true }],
    })
    expect(planQuery(people, parseQuery({ where: { aliases: 'a' }, limit: 1 })).walks).toHaveLength(1)
    expect(() => planQuery(people, parseQuery({ where: { aliases: { $in: ['a', 'b'] } }, limit: 1 }))).toThrow(
      UnsupportedOperator,
    )
  })

  it('prefers an index that meets no arrays, and bounds what several walks fetch', () => {
    const posts = defineCollection({
      name: 'posts',
      indexes: [
        { name: 'tagged', on: ['home', 'tags'], arrays: ['tags'] },
        { name: 'newest', on: ['home', '-posted'] },
      ],
    })
    expect(planQuery(posts, parseQuery({ where: { home: 'h' }, limit: 5 })).walks[0]?.index).toBe('newest')
    const many = Array.from({ length: 100 }, (_, at) => `h${at}`)
    expect(() => planQuery(posts, parseQuery({ where: { home: { $in: many } }, limit: 300 }))).toThrow(
      UnsupportedOperator,
    )
  })
})
