import type { Scalar } from '../dialect/condition.ts'
import type { Json } from '../dialect/value.ts'

/**
 * All paths into a document of type `T`, each as a pair of the path and the type of what is there, which has
 * `undefined` in it where it may be missing. `Way` says how a path goes on behind an array:
 *
 * - `read`: by the fields of its elements, or by a position
 * - `write`: by a position, or by `$[name]` for the elements that an array filter chooses
 * - `show`: by the fields of its elements
 */
export type Reached<T, Way extends 'read' | 'write' | 'show'> = Within<T, '', Way, never, never, 8>

export type PathOf<Entry> = Entry extends [infer Path extends string, unknown] ? Path : never
export type ValueOf<Entry> = Entry extends [string, infer Value] ? Value : never

/** Counts down; a type that contains itself ends somewhere. */
type Less = { 0: 0; 1: 0; 2: 1; 3: 2; 4: 3; 5: 4; 6: 5; 7: 6; 8: 7 }
type Depth = keyof Less

/** `Chosen`: the path up to the first `$[name]`. `Missing`: undefined when something above may be missing. */
type Within<T, At extends string, Way, Chosen extends string, Missing, D extends Depth> = T extends Scalar | undefined
  ? never
  : D extends 0
    ? Beyond<At, Chosen>
    : [Json] extends [T]
      ? [Join<At, string>, Json | undefined]
      : T extends readonly (infer E)[]
        ? Elements<E, At, Way, Chosen, Less[D]>
        : string extends keyof T
          ? [Join<At, string>, Deep<T[string & keyof T], Less[D]> | undefined]
          : { [K in keyof T & string]-?: Field<T[K], Join<At, K>, Way, Chosen, Missing, Less[D]> }[keyof T & string]

/** Where the count ends, anything goes, but for what `Chosen` has gathered already. */
type Beyond<At extends string, Chosen extends string> = [Chosen] extends [never]
  ? [Join<At, string>, Json | undefined]
  : never

type Join<At extends string, Name extends string> = At extends '' ? Name : `${At}.${Name}`

type Field<V, At extends string, Way, Chosen extends string, Missing, D extends Depth> =
  | [At, V | Missing]
  | Within<V, At, Way, Chosen, Missing | MissingBelow<V>, D>

/** Below a value that may be missing or null everything may be missing. */
type MissingBelow<V> = V extends undefined | null ? undefined : never

type Elements<E, At extends string, Way, Chosen extends string, D extends Depth> =
  | (Way extends 'show' ? never : Field<E, `${At}.${number}`, Way, Chosen, never, D>)
  | (Way extends 'write'
      ? Field<E, ChosenIn<At, Chosen>, Way, ChosenIn<At, Chosen>, never, D>
      : InEach<E, At, Way, Chosen, D>)

type InEach<E, At extends string, Way, Chosen extends string, D extends Depth> = E extends readonly unknown[]
  ? never
  : Within<E, At, Way, Chosen, never, D>

/**
 * A pattern cannot tell where a `$[name]` ends, so `list.$[…].x` is also the path of every `x` in arrays below.
 * All of them are gathered under the first.
 */
type ChosenIn<At extends string, Chosen extends string> = [Chosen] extends [never] ? `${At}.$[${string}]` : Chosen

/** Everything that a value may hold at any depth: what a path below a record's key may lead to. */
type Deep<V, D extends Depth> =
  | V
  | (V extends Scalar | undefined
      ? never
      : D extends 0
        ? Json
        : [Json] extends [V]
          ? Json
          : V extends readonly (infer E)[]
            ? Deep<E, Less[D]>
            : { [K in keyof V]-?: Deep<V[K], Less[D]> }[keyof V])
