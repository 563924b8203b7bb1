import type { Scalar } from '../dialect/condition.ts'
import type { PathOf, Reached, ValueOf } from './paths.ts'

/**
 * What a document of type `T` must meet. A path that is not in `T`, or a value that cannot be there, does not compile.
 * A path that is put together at run time says which it is like: [`list.${at}.name` as 'list.0.name'].
 */
export type Filter<T> = {
  readonly [E in Reached<T, 'read'> as PathOf<E>]?: Condition<ValueOf<E>> | Alternatives<T, PathOf<E>>
} & {
  readonly $or?: readonly Filter<T>[]
}

/** Where any name is a path, `$or` is one of them. */
type Alternatives<T, Path> = string extends Path ? readonly Filter<T>[] : never

type Condition<V> = Compared<V> | Operators<V>

type Operators<V> = {
  readonly $eq?: Compared<V>
  readonly $ne?: Compared<V>
  readonly $in?: readonly Compared<V>[]
  readonly $gt?: Ordered<V>
  readonly $gte?: Ordered<V>
  readonly $lt?: Ordered<V>
  readonly $lte?: Ordered<V>
  readonly $exists?: boolean
  readonly $elemMatch?: ElementCondition<ElementOf<V>>
}

/** What a value is compared with: itself, any of its elements, or null where it may be missing. */
type Compared<V> = V extends undefined ? null : V extends readonly (infer E)[] ? Extract<E, Scalar> : Extract<V, Scalar>

/** A range need not end at a value that the field may have. */
type Ordered<V> = Widened<Compared<V>>
type Widened<S> = S extends string ? string : S extends number ? number : S extends boolean ? boolean : never

type ElementOf<V> = V extends readonly (infer E)[] ? E : never
type ElementCondition<E> = E extends Scalar ? Operators<E> : E extends readonly unknown[] ? Operators<E> : Filter<E>

/** What is to happen to a document of type `T`. */
export type Change<T> = {
  readonly $set?: Assignments<T>
  readonly $setOnInsert?: Assignments<T>
  /** Only what may be missing can be unset. */
  readonly $unset?: { readonly [E in Writable<T> as undefined extends ValueOf<E> ? PathOf<E> : never]?: '' | true | 1 }
  readonly $inc?: { readonly [E in Writable<T> as Has<ValueOf<E>, number> extends true ? PathOf<E> : never]?: number }
  readonly $min?: Bounds<T>
  readonly $max?: Bounds<T>
  readonly $push?: { readonly [E in Arrays<T> as PathOf<E>]?: Pushed<ElementOf<ValueOf<E>>> }
  readonly $pull?: { readonly [E in Arrays<T> as PathOf<E>]?: Pulled<ElementOf<ValueOf<E>>> }
  /** Objects cannot be told apart by all engines alike, so sets are of scalars, or of arrays of them. */
  readonly $addToSet?: { readonly [E in Arrays<T> as PathOf<E>]?: Added<ElementOf<ValueOf<E>>> }
}

/** The id never changes. */
type Writable<T> = Exclude<Reached<T, 'write'>, ['_id', unknown]>
type Arrays<T> = Writable<T> extends infer E ? ArrayEntry<E> : never
type ArrayEntry<E> = E extends [string, infer V] ? ([ElementOf<V>] extends [never] ? never : E) : never
type Has<V, Wanted> = [Extract<V, Wanted>] extends [never] ? false : true

type Assignments<T> = { readonly [E in Writable<T> as PathOf<E>]?: Exclude<ValueOf<E>, undefined> }
type Bounds<T> = {
  readonly [E in Writable<T> as Has<ValueOf<E>, Scalar> extends true ? PathOf<E> : never]?: Extract<ValueOf<E>, Scalar>
}

type Pushed<E> = E | { readonly $each: readonly E[]; readonly $slice?: number; readonly $position?: number }
type Pulled<E> = Extract<E, Scalar> | ElementCondition<E>
type Added<E> = Settable<E> | { readonly $each: readonly Settable<E>[] }
type Settable<E> = E extends Scalar ? E : E extends readonly Scalar[] ? E : never

/** Which elements the names in `list.$[name].field` stand for, as in `[{ 'name.id': 5 }]`. */
export type ArrayFilters = readonly ArrayFilter[]
type ArrayFilter = { readonly [path: string]: Condition<Scalar | readonly Scalar[]> | ArrayFilters }

/** The order of the answer: up (1) or down (-1) by each path in turn. */
export type Sort<T> = { readonly [E in Reached<T, 'read'> as PathOf<E>]?: 1 | -1 }

/** The part of each document to return: paths to keep (1), or to leave out (0), and slices of arrays. */
export type ProjectionOf<T> = { readonly [E in Reached<T, 'show'> as PathOf<E>]?: 0 | 1 | boolean | Sliced<ValueOf<E>> }
type Sliced<V> = [ElementOf<V>] extends [never]
  ? never
  : { readonly $slice: number | readonly [skip: number, limit: number] }
