import { describe, expect, it } from 'vitest'
import type { Verbs } from './change.ts'
import { defineCollection, fieldsOfId, idOf } from './collection.ts'
import { UnsupportedOperator } from './errors.ts'

const comments = defineCollection({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'byAuthor', on: ['author.id', '-posted'] },
  ],
})

describe('a declared collection', () => {
  it('has an index on the id, and `_id` at the end of every order that is not total', () => {
    const fields = (name: string): unknown =>
      comments.indexes.find((index) => index.name === name)?.fields.map(({ path, direction }) => [path, direction])
    expect(fields('_id')).toEqual([['_id', 1]])
    expect(fields('chronological')).toEqual([
      ['home', 1],
      ['posted', 1],
      ['slug', 1],
    ])
    expect(fields('byAuthor')).toEqual([
      ['author.id', 1],
      ['posted', -1],
      ['_id', 1],
    ])
  })

  it('makes ids of fields, and fields of ids', () => {
    const id = idOf(comments, { home: 'h', slug: 'a/b~c' })
    expect(id).toBe('h~a/b~c')
    expect(fieldsOfId(comments, id)).toEqual({ home: 'h', slug: 'a/b~c' })
    expect(fieldsOfId(comments, 'h')).toBeNull()
    expect(() => idOf(comments, { home: 'a~b', slug: 'c' })).toThrow(UnsupportedOperator)
    expect(() => idOf(comments, { home: 'a' })).toThrow(UnsupportedOperator)
  })

  it.each([
    ['a name with a space', { name: 'my comments' }],
    ['a name that breaks out of SQL', { name: 'a"; drop table x' }],
    ['an index without fields', { name: 'a', indexes: [{ name: 'x', on: [] }] }],
    ['an index on a position', { name: 'a', indexes: [{ name: 'x', on: ['a.0'] }] }],
    ['an index on a quoted path', { name: 'a', indexes: [{ name: 'x', on: ['a"b'] }] }],
    [
      'two indexes of one name',
      {
        name: 'a',
        indexes: [
          { name: 'x', on: ['a'] },
          { name: 'x', on: ['b'] },
        ],
      },
    ],
    ['arrays that are not in the index', { name: 'a', indexes: [{ name: 'x', on: ['a'], arrays: ['b'] }] }],
    ['a shard key outside the id', { name: 'a', shardKey: ['home'] }],
    [
      'a unique index that no shard can hold',
      {
        name: 'a',
        shardKey: ['home'],
        id: { from: ['home', 'slug'] },
        indexes: [{ name: 'x', on: ['slug'], unique: true }],
      },
    ],
  ])('refuses %s', (_what, declared) => {
    expect(() => defineCollection(declared)).toThrow(UnsupportedOperator)
  })
})

type Note = {
  _id: string
  home: string
  slug: string
  tags?: string[]
  author?: { id: string }
  replies: { by: string }[]
}

describe('the types of a declaration', () => {
  it('know the paths of its documents', () => {
    const declare = (): unknown => [
      defineCollection<Note>({
        name: 'notes',
        shardKey: ['home'],
        id: { from: ['home', 'slug'] },
        indexes: [{ name: 'all', on: ['author.id', '-slug', 'replies.by'], arrays: ['replies.by'] }],
      }),
      // @ts-expect-error: no such field
      defineCollection<Note>({ name: 'notes', indexes: [{ name: 'x', on: ['title'] }] }),
      // @ts-expect-error: no such field in the object
      defineCollection<Note>({ name: 'notes', indexes: [{ name: 'x', on: ['-author.name'] }] }),
      // @ts-expect-error: no such path for arrays
      defineCollection<Note>({ name: 'notes', indexes: [{ name: 'x', on: ['tags'], arrays: ['tag'] }] }),
      // @ts-expect-error: no such field in the id
      defineCollection<Note>({ name: 'notes', id: { from: ['house'] } }),
      // @ts-expect-error: no such field that expires
      defineCollection<Note>({ name: 'notes', expires: 'until' }),
    ]
    expect(declare).toThrow(UnsupportedOperator)
  })

  it('check what a decision is given', () => {
    const decide = (to: Verbs<Note>): unknown => [
      to.change({ $set: { slug: 'a' } }),
      // @ts-expect-error: a second path that there is not
      to.change({ $set: { slug: 'a', slog: 'b' } }),
      // @ts-expect-error: an operator that there is not, beside one that there is
      to.change({ $set: { slug: 'a' }, $rename: { slug: 'slog' } }),
      // @ts-expect-error: a field that the document has not
      to.insert({ _id: 'a', home: 'h', slug: 's', replies: [], title: 't' }),
      // @ts-expect-error: `events`, not `event`
      to.remove({ event: [] }),
    ]
    expect(decide).toBeTypeOf('function')
  })
})
