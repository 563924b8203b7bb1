import fc from 'fast-check'
import type { To } from './oracle.ts'

export const NAMES = ['ada', 'bob', 'cy', 'dee']
/** Names that some databases take for something else; each circle has some of its own. */
const CIRCLE_NAMES = [
  ['$set', 'a.b', '__proto__'],
  ['🎈 friends', 'constructor', '$a.$b'],
] as const

const who = fc.constantFrom(...NAMES)
const one = fc.nat(40)
const circle = fc.nat(CIRCLE_NAMES.length - 1)
type Some<M> = { [K in keyof M]: fc.Arbitrary<M[K]> }
type Named<A, M> = { act: A; by: string } & M

const named = <A extends string, M extends object>(act: A, more: Some<M>): fc.Arbitrary<Named<A, M>> =>
  fc.tuple(who, fc.record(more)).map(([by, rest]) => ({ act, by, ...(rest as M) }))
const pair = <A extends string>(act: A) => named(act, { to: who })

const audience: fc.Arbitrary<To> = fc.oneof(
  fc.constantFrom<To>(
    { to: 'public', circles: [], people: [] },
    { to: 'public', circles: [], people: [] },
    { to: 'followers', circles: [], people: [] },
    { to: 'circles', circles: [], people: [] },
  ),
  fc.record({
    to: fc.constant('chosen' as const),
    circles: circle.map((at) => [`k${at}`]),
    people: fc.constant<string[]>([]),
  }),
  fc.record({
    to: fc.constant('people' as const),
    circles: fc.constant<string[]>([]),
    people: fc.uniqueArray(who, { maxLength: 2 }),
  }),
)

const circleAct = (names: readonly string[], at: number) =>
  named('circle', { circle: fc.constant(at), name: fc.constantFrom(...names) })
const onPost = <A extends string>(act: A) => named(act, { post: one })

const profile = named('profile', {
  isPrivate: fc.boolean(),
  isCareful: fc.boolean(),
  from: fc.constantFrom('everyone' as const, 'everyone' as const, 'followers' as const, 'following' as const),
})

const act = fc.oneof(
  { weight: 6, arbitrary: pair('follow') },
  { weight: 2, arbitrary: fc.oneof(pair('unfollow'), pair('accept'), pair('decline')) },
  { weight: 2, arbitrary: fc.oneof(pair('block'), pair('mute')) },
  { weight: 2, arbitrary: fc.oneof(pair('unblock'), pair('unmute')) },
  { weight: 2, arbitrary: profile },
  { weight: 2, arbitrary: fc.oneof(...CIRCLE_NAMES.map(circleAct)) },
  { weight: 3, arbitrary: named('add', { circle, to: who }) },
  { weight: 1, arbitrary: fc.oneof(named('drop', { circle, to: who }), named('uncircle', { circle })) },
  { weight: 6, arbitrary: named('say', { audience, isPoll: fc.boolean() }) },
  { weight: 3, arbitrary: named('onWall', { audience, to: who }) },
  { weight: 2, arbitrary: named('quote', { audience, post: one }) },
  { weight: 3, arbitrary: named('repost', { audience, post: one }) },
  { weight: 3, arbitrary: named('audience', { audience, post: one }) },
  { weight: 2, arbitrary: named('review', { post: one, lets: fc.boolean() }) },
  { weight: 2, arbitrary: fc.oneof(onPost('edit'), onPost('delete')) },
  { weight: 2, arbitrary: named('react', { post: one, reaction: fc.constantFrom('like', 'heart', null) }) },
  { weight: 2, arbitrary: named('vote', { post: one, choice: fc.nat(1) }) },
  { weight: 2, arbitrary: onPost('comment') },
)

/** What people do, one after the other. A number of a post or circle means one of those that there are. */
export const acts = fc.array(act, { minLength: 20, maxLength: 60, size: 'max' })
type ActOf<T> = T extends fc.Arbitrary<infer A> ? A : never
export type Act = ActOf<typeof act>
export type OfAct<K extends Act['act']> = Extract<Act, { act: K }>
