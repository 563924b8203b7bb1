import { expectTypeOf, test } from 'vitest'
import type { Json } from '../dialect/value.ts'
import type { ArrayFilters, Change, Filter, ProjectionOf, Sort } from './index.ts'

type Reply = { slug: string; text: string; votes: number; edited?: string; replies: Reply[] }
type Discussion = {
  _id: string
  title: string
  status: 'open' | 'closed'
  parent: string | null
  count: number
  pinned?: boolean
  author: { id: string; name: string; url?: string }
  moved?: { to: string; at: string }
  tags: string[]
  scores: readonly number[]
  replies: Reply[]
  reactions: Record<string, number>
  members: Record<string, { role: 'reader' | 'writer'; since: string }>
  extra: Json
}
type Shape = { _id: string } & ({ kind: 'circle'; radius: number } | { kind: 'square'; side: number; name: string })

const filter = (_: Filter<Discussion>): void => {}
const change = (_: Change<Discussion>): void => {}
const sort = (_: Sort<Discussion>): void => {}
const project = (_: ProjectionOf<Discussion>): void => {}

test('filters take the paths of the document and what can be there', () => {
  filter({})
  filter({ _id: 'a', title: 'x', status: 'open', count: 1, parent: null })
  filter({ title: { $gte: 'a', $lt: 'b' }, count: { $in: [1, 2] }, status: { $ne: 'closed' } })
  filter({ pinned: null, 'moved.to': null, 'author.url': { $exists: false } })
  filter({ tags: 'x', 'tags.0': 'x', scores: { $elemMatch: { $gt: 1, $lt: 5 } } })
  filter({ 'replies.slug': 'x', 'replies.0.slug': 'x', 'replies.replies.votes': { $gt: 3 } })
  filter({ replies: { $elemMatch: { slug: 'x', votes: { $gt: 1 }, replies: { $elemMatch: { text: 'y' } } } } })
  filter({ $or: [{ title: 'x' }, { count: { $lt: 3 } }] })
  filter({ 'reactions.👍': 1, 'reactions.x': { $gt: 1 }, 'members.u1.role': 'reader', author: { $exists: true } })
  filter({ extra: 5, 'extra.any.thing': { $gt: 'x' } })
  filter({ 'replies.replies.replies.replies.replies.replies.text': 'x' })
})

test('a path that is not there does not compile', () => {
  // @ts-expect-error: no such field
  filter({ titel: 'x' })
  // @ts-expect-error: no such field in the object
  filter({ 'author.nickname': 'x' })
  // @ts-expect-error: no such field in the elements
  filter({ 'replies.slog': 'x' })
  // @ts-expect-error: no such field in the element at a position
  filter({ 'replies.0.slog': 'x' })
  // @ts-expect-error: no fields below a string
  filter({ 'title.length': 3 })
  // @ts-expect-error: no such field in the elements
  filter({ replies: { $elemMatch: { slog: 'x' } } })
  // @ts-expect-error: no such field in an alternative
  filter({ $or: [{ titel: 'x' }] })
})

test('a value that cannot be there does not compile', () => {
  // @ts-expect-error: a number for a string
  filter({ title: 5 })
  // @ts-expect-error: not one of the literals
  filter({ status: 'ajar' })
  // @ts-expect-error: never null
  filter({ title: null })
  // @ts-expect-error: undefined is no value
  filter({ title: undefined })
  // @ts-expect-error: no equality with whole objects
  filter({ author: { id: 'a', name: 'b' } })
  // @ts-expect-error: no equality with whole arrays
  filter({ tags: ['x'] })
  // @ts-expect-error: a range of another type
  filter({ count: { $gt: 'x' } })
  // @ts-expect-error: null has no order
  filter({ parent: { $gt: null } })
  // @ts-expect-error: one of the values is of another type
  filter({ count: { $in: [1, 'x'] } })
  // @ts-expect-error: an operator that is not in the dialect
  filter({ title: { $regex: '^x' } })
  // @ts-expect-error: $elemMatch of what is no array
  filter({ title: { $elemMatch: { $gt: 'a' } } })
  // @ts-expect-error: a value of another type in a record
  filter({ 'reactions.x': 'many' })
})

test('changes take the paths of the document and what can be there', () => {
  change({})
  change({ $set: { title: 'x', parent: null, 'author.url': 'y', moved: { to: 'a', at: 'b' }, tags: [] } })
  change({ $unset: { pinned: '', 'author.url': true, moved: 1, 'reactions.x': '', 'replies.0.edited': '' } })
  change({ $inc: { count: 1, 'replies.0.votes': -1, 'replies.$[e].votes': 1, 'reactions.x': 1, 'scores.2': 1 } })
  change({ $min: { count: 1, title: 'a' }, $max: { 'replies.3.edited': 'now' } })
  change({ $push: { tags: 'x', replies: { $each: [reply], $position: 0, $slice: -50 }, 'replies.0.replies': reply } })
  change({ $pull: { tags: { $in: ['x'] }, scores: 5, replies: { slug: 'x', votes: { $lt: 0 } } } })
  change({ $addToSet: { tags: { $each: ['x', 'y'] }, scores: 1 } })
  change({ $setOnInsert: { title: 'x' }, $set: { 'replies.$[e].replies.$[f].text': 'x', 'replies.$[e]': reply } })
  change({
    $set: { 'members.u1': { role: 'reader', since: 'x' }, 'members.u1.role': 'writer', extra: [1, { a: null }] },
  })
})

test('a path that is put together says which it is like', () => {
  const at: number = 3
  const name: string = 'n'
  change({ $set: { [`replies.${at}.text` as 'replies.0.text']: 'x' } })
  change({ $inc: { [`reactions.${name}` as 'reactions.x']: 1 } })
  filter({ [`replies.${at}.text` as 'replies.0.text']: 'x' })
  // @ts-expect-error: a value of another type
  change({ $set: { [`replies.${at}.text` as 'replies.0.text']: 5 } })
  // @ts-expect-error: no such field in the elements
  change({ $set: { [`replies.${at}.txt` as 'replies.0.txt']: 'x' } })
  // @ts-expect-error: any text at all is no path
  filter({ [name]: 'x' })
})

const reply: Reply = { slug: 's', text: 't', votes: 0, replies: [] }

test('a change that does not fit the document does not compile', () => {
  // @ts-expect-error: no such field
  change({ $set: { titel: 'x' } })
  // @ts-expect-error: a number for a string
  change({ $set: { title: 5 } })
  // @ts-expect-error: the id never changes
  change({ $set: { _id: 'x' } })
  // @ts-expect-error: a part of an object is missing
  change({ $set: { author: { id: 'x' } } })
  // @ts-expect-error: the elements of an array need a position or a name
  change({ $set: { 'replies.text': 'x' } })
  // @ts-expect-error: no such field in the elements
  change({ $set: { 'replies.$[e].txt': 'x' } })
  // @ts-expect-error: what must be there cannot be unset
  change({ $unset: { title: '' } })
  // @ts-expect-error: $inc of a string
  change({ $inc: { title: 1 } })
  // @ts-expect-error: $push to what is no array
  change({ $push: { title: 'x' } })
  // @ts-expect-error: $push of a value of another type
  change({ $push: { tags: 5 } })
  // @ts-expect-error: $push of a value of another type, one of several
  change({ $push: { tags: { $each: ['x', 5] } } })
  // @ts-expect-error: $addToSet of objects
  change({ $addToSet: { replies: reply } })
  // @ts-expect-error: $pull of elements by a field that they do not have
  change({ $pull: { replies: { slog: 'x' } } })
  // @ts-expect-error: an operator that is not in the dialect
  change({ $rename: { title: 'name' } })
  // @ts-expect-error: a whole document is no change
  change({ title: 'x' })
})

test('sorts and projections take the paths of the document', () => {
  sort({ title: 1, 'author.name': -1, 'replies.votes': -1, _id: 1 })
  // @ts-expect-error: no such field
  sort({ titel: 1 })
  // @ts-expect-error: neither up nor down
  sort({ title: 'up' })
  project({ title: 1, 'replies.text': true, _id: 0, tags: { $slice: [0, 5] }, scores: { $slice: -1 } })
  // @ts-expect-error: no such field
  project({ 'replies.txt': 1 })
  // @ts-expect-error: a slice of what is no array
  project({ title: { $slice: 1 } })
  // @ts-expect-error: neither kept nor left out
  project({ title: 2 })
})

test('a union of objects has the paths of each', () => {
  const shape = (_: Filter<Shape>): void => {}
  shape({ kind: 'circle', radius: 5 })
  shape({ kind: { $in: ['circle', 'square'] }, name: 'x' })
  // @ts-expect-error: no field of any of them
  shape({ height: 5 })
  // @ts-expect-error: none of the kinds
  shape({ kind: 'oval' })
})

test('a document of any fields takes any path', () => {
  type Any = { _id: string } & { [key: string]: Json }
  const any = (_: Filter<Any>): void => {}
  any({ a: 1, 'b.c': { $gt: 'x' }, $or: [{ a: 1 }] })
  const anyChange = (_: Change<Any>): void => {}
  anyChange({
    $set: { a: [1, { b: null }] },
    $inc: { n: 1 },
    $push: { l: 'x' },
    $unset: { x: '' },
    $addToSet: { t: 'x' },
  })
  // @ts-expect-error: equality with a whole object
  any({ a: { b: 1 } })
})

test('array filters are conditions on names', () => {
  expectTypeOf<[{ 'e.slug': string; 'e.votes': { $gt: number } }]>().toExtend<ArrayFilters>()
  expectTypeOf<[{ e: { $in: number[] } }]>().toExtend<ArrayFilters>()
  expectTypeOf<[{ e: { a: 1 } }]>().not.toExtend<ArrayFilters>()
})

test('the types of values are exact', () => {
  expectTypeOf<NonNullable<Change<Discussion>['$set']>['parent']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<NonNullable<Change<Discussion>['$set']>['author.url']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<Sort<Discussion>['title']>>().toEqualTypeOf<1 | -1>()
})
