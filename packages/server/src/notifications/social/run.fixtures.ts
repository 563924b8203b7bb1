import { expect } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { Refusal } from '../../api/refusal.ts'
import { actorOf, idOf, ORG, toAll, toChosen, toCircles, toFollowers, toPeople } from '../../social/testing/village.ts'
import { apply, type Copy, plain, unreadIn } from '../centre/copy.fixtures.ts'
import type { Entry } from '../centre/listing.ts'
import { rowOf } from '../centre/row.ts'
import { type Hamlet, hamletIn } from './hamlet.fixtures.ts'

const NAMES = ['ada', 'bob', 'cy']
const STRANGER = 'zoe'

export type Act = { do: keyof typeof DOES; who: number; whom: number; which: number }

const AUDIENCES = [toAll, toFollowers, toCircles, toChosen('k1'), toPeople('bob')]
const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]

/** People, what they do, and the posts that there are. */
class Run {
  readonly h: Hamlet
  readonly posts: string[] = []

  constructor(h: Hamlet) {
    this.h = h
  }

  async do({ do: name, who, whom, which }: Act): Promise<void> {
    const [one, other] = [pick(NAMES, who) ?? '', pick(NAMES, whom) ?? '']
    if (one === other && BETWEEN.has(name)) return
    try {
      await DOES[name](this, { one, other, which, post: pick(this.posts, which) ?? 'none' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    for (const person of NAMES) await this.check(person)
  }

  /** What is counted is what is shown, and all that is shown is so at this moment. */
  async check(name: string): Promise<void> {
    const unread = await this.h.unread(name)
    const entries = await this.h.entries(name)
    expectSame(
      name,
      entries.reduce((sum, entry) => sum + entry.unread, 0),
      unread,
    )
    for (const entry of entries) await this.#expectSo(name, entry)
    expectSame(name, await this.h.unread(name), unread)
  }

  async #expectSo(name: string, { reason, actors, post, discussion, isGone }: Entry): Promise<void> {
    const by = actors.map(({ id }) => id)
    if (isGone) return expectSame(reason, by, [])
    const hidden = await this.h.people.relations.hiddenFrom(actorOf(name), by)
    expectSame(reason, [...hidden], [])
    if (post !== null) expectSame(reason, await this.h.sees(name, post.id), true)
    if (discussion !== null) return
    for (const actor of by) await SO[reason]?.(this.h, { me: idOf(name), actor, post: post?.id ?? '' })
  }

  /** Whoever follows all that is told of a centre has what is read anew. */
  async expectFollowed(name: string): Promise<void> {
    const copy: Copy = { rows: new Map(), readTo: 0, seenTo: 0, position: 0 }
    for (let more = true; more;) {
      const page = await this.h.centre.changesSince(actorOf(name), copy.position, 3)
      expectSame('reset', page.reset, false)
      for (const change of page.changes) apply(copy, change)
      copy.position = page.position
      more = page.more
    }
    const { position } = this.h.log
    const where = { person: idOf(name), isShown: true, position: { $lte: position } }
    const { docs } = await this.h.notifications.find({ where, limit: 1000 })
    const { readTo = 0, seenTo = 0 } = (await this.h.inboxes.get(idOf(name))) ?? {}
    const fresh = { rows: new Map(docs.map((row) => [row.event, rowOf(row, readTo)])), readTo, seenTo, position }
    expectSame(name, plain(copy), plain(fresh))
    expectSame(name, unreadIn(copy), await this.h.unread(name))
  }

  /** Somebody with whom nobody had to do before is told of by everybody, whatever has happened. */
  async expectToldOfStranger(): Promise<void> {
    const { h } = this
    for (const name of NAMES) {
      const before = await h.unread(name)
      const own = await h.say(name, 'mine', toAll)
      await h.follow(STRANGER, name)
      await h.say(STRANGER, `hello @${name}`)
      const sees = await h.sees(STRANGER, own)
      if (sees) await h.react(STRANGER, own)
      await h.turn()
      expectSame(name, (await h.unread(name)) - before, sees ? 3 : 2)
    }
  }
}

function expectSame<T>(what: string, is: T, should: T): void {
  expect({ [what]: is }).toEqual({ [what]: should })
}

type Shown = { me: string; actor: string; post: string }
type IsSo = (h: Hamlet, shown: Shown) => Promise<void>

const isEdge =
  (state: string, isMine = false): IsSo =>
  async ({ social }, { me, actor }) => {
    const id = isMine ? `${me}~${actor}` : `${actor}~${me}`
    expect((await social.needs.follows.get(id))?.state).toBe(state)
  }

/** What must be so at this moment, by the reason for which somebody was told. */
const SO: Partial<Record<Entry['reason'], IsSo>> = {
  follow: isEdge('follows'),
  request: isEdge('asked'),
  accepted: isEdge('follows', true),
  reaction: async ({ social }, { actor, post }) =>
    expect((await social.needs.marks.get(`${actor}~${post}`))?.reaction).toBeTypeOf('string'),
  repost: async ({ social }, { me, actor, post }) => {
    const mark = await social.needs.marks.get(`${actor}~${post}`)
    expect(await social.sees({ org: ORG, actor: { org: ORG, id: me } }, mark?.repost ?? '')).toBe(true)
  },
  mention: async ({ social }, { me, post }) =>
    expect((await social.needs.posts.get(post))?.mentions.map(({ id }) => id)).toContain(me),
  wall: async ({ social }, { me, post }) => {
    const found = await social.needs.posts.get(post)
    expect([found?.wall, found?.wallState === 'declined']).toEqual([me, false])
  },
}

type Doing = { one: string; other: string; which: number; post: string }

const BETWEEN = new Set(['follow', 'unfollow', 'accept', 'send', 'block', 'unblock', 'mute', 'unmute', 'add', 'drop'])

const DOES = {
  follow: ({ h }, { one, other }) => h.follow(one, other),
  unfollow: ({ h }, { one, other }) => h.unfollow(one, other),
  accept: ({ h }, { one, other }) => h.social.accept(actorOf(one), idOf(other)),
  send: ({ h }, { one, other }) => h.social.removeFollower(actorOf(one), idOf(other)),
  block: ({ h }, { one, other }) => h.block(one, other),
  unblock: ({ h }, { one, other }) => h.unblock(one, other),
  mute: ({ h }, { one, other }) => h.mute(one, other),
  unmute: ({ h }, { one, other }) => h.people.relations.remove(actorOf(one), 'mute', idOf(other)),
  profile: ({ h }, { one, which }) =>
    h.profile(one, { isPrivate: which % 2 === 0, wall: 'everyone', reviewsWall: which % 3 === 0 }),
  add: ({ h }, { one, other }) => h.social.circles.add(actorOf(one), 'k1', idOf(other)),
  drop: ({ h }, { one, other }) => h.social.circles.drop(actorOf(one), 'k1', idOf(other)),
  say: async ({ h, posts }, { one, other, which }) =>
    posts.push(await h.say(one, `said to @${other}`, pick(AUDIENCES, which))),
  wall: async ({ h, posts }, { one, other, which }) =>
    posts.push(await h.say(one, 'on a wall', pick(AUDIENCES, which), { wall: idOf(other) })),
  quote: async ({ h, posts }, { one, which, post }) =>
    posts.push(await h.say(one, 'look', pick(AUDIENCES, which), { of: post })),
  repost: async ({ h, posts }, { one, which, post }) =>
    posts.push((await h.social.repost(actorOf(one), post, pick(AUDIENCES, which) ?? toAll)).post._id),
  react: ({ h }, { one, post }) => h.react(one, post),
  unreact: ({ h }, { one, post }) => h.react(one, post, null),
  comment: ({ h }, { one, other, post }) => h.beside(one, post, `a comment to @${other}`),
  edit: ({ h }, { one, other, post }) => h.social.revise(actorOf(one), post, { text: `edited for @${other}` }),
  narrow: ({ h }, { one, which, post }) => h.narrow(one, post, pick(AUDIENCES, which)),
  delete: ({ h }, { one, post }) => h.remove(one, post),
  review: ({ h }, { one, which, post }) => h.social.review(actorOf(one), post, which % 2 === 0),
  read: ({ h }, { one }) => h.read(one),
  turn: ({ h }) => h.turn(),
  wait: async ({ h }) => void (h.clock.now += 90_000_000),
} satisfies Record<string, (run: Run, doing: Doing) => Promise<unknown>>

/** Plays what people do from the beginning, and looks at every centre after each act. */
export async function playedOn(engine: TestEngine, all: readonly Act[]): Promise<void> {
  const h = await hamletIn(engine, { names: [...NAMES, STRANGER] })
  try {
    for (const name of NAMES) await h.social.circles.create(actorOf(name), { key: 'k1', name: 'Some' })
    const run = new Run(h)
    for (const act of all) await run.do(act)
    for (let round = 0; round < 2; round++) await h.turn()
    for (const name of NAMES) await run.check(name)
    await h.turn()
    for (const name of NAMES) await run.expectFollowed(name)
    await run.expectToldOfStranger()
  } finally {
    await h.store.close()
  }
}
