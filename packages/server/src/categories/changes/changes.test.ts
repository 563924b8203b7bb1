import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../api/problem-codes.ts'
import { Refusal } from '../../api/refusal.ts'
import { ORG } from '../../comments/testing/ground.ts'
import { pathIn, resolve } from '../addresses.ts'
import { MOST_LEVELS, type Tree } from '../model.ts'
import { affectedBy, formersOf } from '../tree/affected.ts'
import type { Plan } from '../tree/operate.ts'
import { Snapshot } from '../tree/snapshot.ts'
import { MAIN } from '../testing/ground.ts'
import { creating, type NewTopic } from './create.ts'
import { Draft } from './draft.ts'
import { merging } from './merge.ts'
import { restoring } from './restore.ts'
import { type Deletion, retire, retiring } from './retire.ts'
import { revising, type TopicRevision } from './revise.ts'

const AT = '2026-01-01T00:00:00.000Z'
const TREE: Tree = {
  _id: MAIN,
  org: ORG,
  key: 'main',
  name: 'Main',
  locale: 'en',
  pages: { topic: null, discussion: null },
  version: 0,
  pending: null,
  recent: [],
  created: AT,
  rev: 1,
}

/** A tree in memory, changed by plans as they come. */
class Sketch {
  now = Snapshot.empty(TREE)
  /** How many topics the last change wrote. */
  written = 0

  do(plan: Plan): this {
    const planned = plan(this.now)
    if (planned === null) return this
    const operation = { ...planned, id: 'o', at: AT }
    const topics = affectedBy(this.now, operation)
    this.written = topics.length
    this.now = this.now.with({ ...operation, tree: TREE, topics, formers: formersOf(MAIN, operation) })
    return this
  }

  create = (key: string, topic: Partial<NewTopic> = {}): this => this.do(creating(key, { name: key, ...topic }, AT))
  revise = (key: string, change: TopicRevision): this => this.do(revising({ key, change, revs: null }))
  merge = (key: string, into: string): this => this.do(merging({ key, into, operation: `m${key}`, at: AT }))
  restore = (key: string, parent?: string | null): this => this.do(restoring({ key, parent }))
  retire = (key: string, how: Deletion = 'cascade', to: string | null = null): this =>
    this.do(retiring({ key, how, to, operation: `r${key}`, at: AT, holds: false }))

  /** Where an address leads: `=` where it is the one it has. */
  at(path: string, locale: string | null = null): string | null {
    const found = resolve(this.now, path, locale)
    if (found === null || found === 'gone') return found
    return `${found.isCanonical ? '=' : '>'} ${pathIn(this.now, found.topic, found.locale)}`
  }

  names = (parent: string | null): string[] => this.now.childrenOf(parent).map(({ key }) => key)
}

function expectRefused(sketch: Sketch, change: (sketch: Sketch) => unknown, code: ProblemCode): void {
  const before = sketch.now
  const refused = (() => {
    try {
      change(sketch)
      return null
    } catch (error) {
      return error instanceof Refusal ? error.code : error
    }
  })()
  expect(refused).toBe(code)
  expect(sketch.now).toBe(before)
}

const family = (): Sketch =>
  new Sketch().create('a').create('b', { parent: 'a' }).create('c', { parent: 'b' }).create('d')

describe('A6.3: what cannot be is refused before anything is written', () => {
  const REFUSED: [string, (sketch: Sketch) => unknown, ProblemCode][] = [
    ['a topic under itself', (s) => s.revise('a', { parent: 'a' }), 'topic-cycle'],
    ['a topic under one below it', (s) => s.revise('a', { parent: 'c' }), 'topic-cycle'],
    ['a parent that is not there', (s) => s.revise('a', { parent: 'x' }), 'topic-not-found'],
    ['a parent that is retired', (s) => s.retire('d').revise('a', { parent: 'd' }), 'topic-retired'],
    ['a new one under one that is not there', (s) => s.create('n', { parent: 'x' }), 'topic-not-found'],
    ['a merge into itself', (s) => s.merge('a', 'a'), 'topic-cycle'],
    ['a merge into one below it', (s) => s.merge('a', 'c'), 'topic-cycle'],
    ['what it holds moved into one that goes too', (s) => s.retire('a', 'move', 'c'), 'topic-cycle'],
    ['no place to move it to', (s) => s.retire('a', 'move'), 'invalid'],
    ['one that holds others', (s) => s.retire('a', 'refuse'), 'topic-not-empty'],
    ['a slug that is taken', (s) => s.revise('d', { slug: 'a' }), 'slug-taken'],
    ['a slug that another has in some language', (s) => s.create('n', { slug: 'ah', parent: null }), 'slug-taken'],
    ['a place beside one that is elsewhere', (s) => s.revise('d', { before: 'c' }), 'topic-not-found'],
    ['a reference that another has', (s) => s.create('n', { ref: 'r:1' }), 'ref-taken'],
    ['a reference that another has, later', (s) => s.revise('d', { ref: 'r:1' }), 'ref-taken'],
  ]
  for (const [what, change, code] of REFUSED)
    it(`${what}`, () => {
      const sketch = family().revise('a', { ref: 'r:1', locales: { de: { name: 'Ah' } } })
      if (code === 'topic-retired') sketch.retire('d')
      expectRefused(sketch, change, code)
    })

  it('a level too deep, also of what lies below', () => {
    const sketch = new Sketch()
    for (let level = 0; level < MOST_LEVELS; level++)
      sketch.create(`l${level}`, { parent: level === 0 ? null : `l${level - 1}` })
    expectRefused(sketch, (s) => s.create('n', { parent: `l${MOST_LEVELS - 1}` }), 'topic-too-deep')
    sketch.create('x').create('y', { parent: 'x' })
    expectRefused(sketch, (s) => s.revise('x', { parent: `l${MOST_LEVELS - 2}` }), 'topic-too-deep')
    sketch.revise('x', { parent: `l${MOST_LEVELS - 3}` })
    expect(sketch.now.get('y')?.depth).toBe(MOST_LEVELS - 1)
  })

  it('a plan that leaves a topic under one that goes', () => {
    const plan: Plan = (snapshot) => {
      const draft = new Draft(snapshot)
      retire(draft, { key: 'a', at: AT, operation: 'o' }, null)
      return draft.planned('imported')
    }
    expectRefused(family(), (s) => s.do(plan), 'topic-retired')
  })

  it('its own reference may be said again', () => {
    const sketch = family().revise('a', { ref: 'r:1' }).revise('a', { ref: 'r:1', name: 'Again' })
    expect(sketch.now.get('a')).toMatchObject({ ref: 'r:1', name: 'Again' })
  })
})

describe('A6.7, 8: addresses', () => {
  it('a new name, another place and a merge lead on in one step', () => {
    const sketch = family().revise('a', { name: 'Alpha' })
    expect([sketch.at('a/b/c'), sketch.at('alpha/b/c')]).toEqual(['> alpha/b/c', '= alpha/b/c'])
    sketch.revise('b', { parent: 'd', name: 'Beta' }).revise('c', { name: 'Gamma' })
    for (const old of ['a/b/c', 'alpha/b/c', 'd/beta/c']) expect(sketch.at(old), old).toBe('> d/beta/gamma')
    sketch.merge('b', 'a')
    for (const old of ['a/b', 'd/beta']) expect(sketch.at(old), old).toBe('> alpha')
    for (const old of ['a/b/c', 'd/beta/gamma']) expect(sketch.at(old), old).toBe('> alpha/gamma')
  })

  it('what takes over the place of another is found there, and what lay below the other is still found', () => {
    const sketch = family().revise('a', { name: 'Alpha' }).create('n', { name: 'a' })
    expect([sketch.at('a'), sketch.at('a/b')]).toEqual(['= a', '> alpha/b'])
    sketch.create('nb', { name: 'b', parent: 'n' })
    expect([sketch.at('a/b'), sketch.at('a/b/c')]).toEqual(['= a/b', '> alpha/b/c'])
    sketch.retire('n')
    expect([sketch.at('a'), sketch.at('a/b'), sketch.at('a/b/c')]).toEqual(['gone', 'gone', '> alpha/b/c'])
  })

  it('two that swap their names swap their addresses', () => {
    const sketch = new Sketch().create('a').create('b')
    const plan: Plan = (snapshot) => {
      const draft = new Draft(snapshot)
      draft.change('a', { slug: 'b' })
      draft.change('b', { slug: 'a' })
      return draft.planned('changed')
    }
    sketch.do(plan)
    expect([sketch.now.get('a')?.path, sketch.now.get('b')?.path]).toEqual(['b', 'a'])
    expect([sketch.at('a'), sketch.at('b')]).toEqual(['= a', '= b'])
  })

  it('a wrong part, capitals and another form of the same letters lead to the right address', () => {
    const sketch = family().create('é', { parent: 'd' })
    expect([sketch.at('x/y/c'), sketch.at('A/B/C'), sketch.at('b')]).toEqual(['> a/b/c', '> a/b/c', '> a/b'])
    expect(sketch.at('D/e\u0301')).toBe('> d/é')
    expect([sketch.at('nothing'), sketch.at(''), sketch.at('/'), sketch.at('x/'.repeat(99))]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('A6.13: a language has its own address, falls back to the next, and stays', () => {
    const sketch = new Sketch()
      .create('a', { name: 'Cats', locales: { de: { name: 'Katzen' }, 'de-AT': { name: 'Katzerl' } } })
      .create('b', { name: 'Food', parent: 'a', locales: { de: { name: 'Futter', slug: null } } })
    expect([sketch.at('katzen/food'), sketch.at('katzerl/food')]).toEqual(['= katzen/food', '= katzerl/food'])
    expect(sketch.at('cats/food', 'de-AT')).toBe('> katzerl/food')
    expect(sketch.at('cats/food', 'de-CH')).toBe('> katzen/food')
    expect(sketch.at('katzen/food', 'fr')).toBe('> cats/food')
    sketch.revise('a', { locales: { de: { name: 'Kater' } } })
    expect([sketch.at('katzen', 'de'), sketch.at('kater')]).toEqual(['> kater', '= kater'])
    sketch.revise('a', { locales: { de: null } })
    expect(sketch.at('kater', 'de')).toBe('> cats')
  })
})

describe('A6.9: order', () => {
  it('keys stay short after 10,000 moves to one place, and few write more than one', () => {
    const sketch = new Sketch().create('a').create('x').create('y').create('z').create('b')
    let more = 0
    for (let move = 0; move < 10_000; move++) {
      sketch.revise(['x', 'y', 'z'][move % 3] ?? '', { after: 'a' })
      if (sketch.written > 1) more++
    }
    const orders = sketch.now.childrenOf(null).map(({ order }) => order)
    expect(orders).toEqual([...new Set(orders)].sort())
    expect(Math.max(...orders.map(({ length }) => length))).toBeLessThan(64)
    expect(sketch.names(null)).toEqual(['a', 'x', 'z', 'y', 'b'])
    expect(more).toBeLessThan(100)
  })

  it('keys stay short where 1,000 come to one place', () => {
    const sketch = new Sketch().create('a').create('b')
    for (let number = 0; number < 1_000; number++) sketch.create(`n${number}`, { after: 'a' })
    const orders = sketch.now.childrenOf(null).map(({ order }) => order)
    expect(orders).toHaveLength(1_002)
    expect(orders).toEqual([...new Set(orders)].sort())
    expect(Math.max(...orders.map(({ length }) => length))).toBeLessThan(64)
    expect(sketch.names(null).slice(0, 3)).toEqual(['a', 'n999', 'n998'])
  })
})

describe('A6.10: what is deleted', () => {
  it('gives all that it has to the one above it, one after the other', () => {
    const sketch = family().create('b2', { parent: 'a', name: 'c' }).retire('b', 'reparent')
    expect(sketch.names('a')).toEqual(['b2', 'c'])
    expect([sketch.now.get('c')?.path, sketch.at('a/b'), sketch.at('a/b/c')]).toEqual(['a/c-2', '> a', '> a/c-2'])
  })

  it('comes back with what went with it, under what is there, by a slug that is free', () => {
    const sketch = family().retire('b').create('n', { name: 'b', parent: 'a' }).restore('b')
    expect([sketch.now.get('b')?.path, sketch.now.get('c')?.path]).toEqual(['a/b-2', 'a/b-2/c'])
    sketch.retire('a').restore('c')
    expect(sketch.now.get('c')).toMatchObject({ parent: null, path: 'c', ancestors: [], depth: 0 })
    sketch.restore('a')
    expect([sketch.names(null), sketch.names('a'), sketch.names('b')]).toEqual([['d', 'c', 'a'], ['n', 'b'], []])
  })

  it('does not bring back what others took over', () => {
    const sketch = family().merge('b', 'd').restore('b')
    expect([sketch.names('d'), sketch.names('b'), sketch.at('a/b'), sketch.at('a/b/c')]).toEqual([
      ['c'],
      [],
      '= a/b',
      '> d/c',
    ])
  })
})
