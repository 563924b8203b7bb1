import type { Act, OfAct } from './acts.ts'
import type { Oracle, To, Written } from './oracle.ts'

/** Whom an act is by, and which post it is about: those who may mostly do it, so that much of it is done. */
export function meantBy(oracle: Oracle, act: Act): { by: string; at: Written | null } {
  const at = 'post' in act ? (oracle.posts[act.post % Math.max(1, oracle.posts.length)] ?? null) : null
  if (at === null || act.by === 'dee') return { by: act.by, at }
  if (act.act === 'edit' || act.act === 'delete' || act.act === 'audience') return { by: at.author, at }
  return { by: act.act === 'review' ? (at.wall ?? act.by) : act.by, at }
}

/** What is passed on where that is a repost. */
const originalOf = (post: Written): Written => (post.isRepost && post.of !== null ? post.of : post)

/** What it does in the model, by the id of the new post where there is one; null where it is to be refused. */
type Change = ((id: string) => unknown) | null
/** `at`: what it is about. `original`: the same, but what is passed on where that is a repost. */
type Asked = { oracle: Oracle; by: string; at: Written; original: Written }
type Rules = { [K in Act['act']]: (asked: Asked, act: OfAct<K>) => Change }

const nothing = (): void => {}

function says({ oracle, by }: Asked, to: To, more: Partial<Written> = {}): Change {
  if (to.to === 'chosen' && !to.circles.every((key) => oracle.circlesOf(by).has(key))) return null
  const given = { reactions: new Map(), votes: new Map(), comments: [] }
  const blank = { wall: null, wallState: 'shown' as const, isRepost: false, of: null, isPoll: false, isDeleted: false }
  return (id) => oracle.posts.push({ id, author: by, to, ...blank, ...given, ...more })
}

const membersOf = ({ oracle, by }: Asked, { circle }: { circle: number }): Set<string> | undefined =>
  oracle.circlesOf(by).get(`k${circle}`)

/** An act on a repost is one on what it passes on, and needs that both are seen. */
const seesBoth = ({ oracle, by, at, original }: Asked): boolean => oracle.sees(by, at) && oracle.sees(by, original)
const isOwn = ({ by, at }: Asked): boolean => by === at.author && !at.isDeleted

const RULES: Rules = {
  follow: ({ oracle, by }, { to }) => {
    if (by === to || oracle.apart(by, to)) return null
    if (oracle.follows(by, to)) return nothing
    return () => oracle.edges.set(`${by}>${to}`, oracle.private.has(to) ? 'asked' : 'follows')
  },
  unfollow:
    ({ oracle, by }, { to }) =>
    () =>
      oracle.edges.delete(`${by}>${to}`),
  accept: ({ oracle, by }, { to }) =>
    oracle.edges.has(`${to}>${by}`) ? () => oracle.edges.set(`${to}>${by}`, 'follows') : null,
  decline:
    ({ oracle, by }, { to }) =>
    () =>
      oracle.edges.delete(`${to}>${by}`),
  block:
    ({ oracle, by }, { to }) =>
    () => {
      oracle.blocks.add(`${by}>${to}`)
      for (const edge of [`${by}>${to}`, `${to}>${by}`]) oracle.edges.delete(edge)
      for (const circle of oracle.circlesOf(by).values()) circle.delete(to)
    },
  unblock:
    ({ oracle, by }, { to }) =>
    () =>
      oracle.blocks.delete(`${by}>${to}`),
  mute:
    ({ oracle, by }, { to }) =>
    () =>
      oracle.mutes.add(`${by}>${to}`),
  unmute:
    ({ oracle, by }, { to }) =>
    () =>
      oracle.mutes.delete(`${by}>${to}`),
  profile:
    ({ oracle, by }, { from, isCareful, isPrivate }) =>
    () => {
      oracle.walls.set(by, { from, isCareful })
      oracle.private[isPrivate ? 'add' : 'delete'](by)
      if (isPrivate) return
      for (const edge of oracle.edges.keys()) if (edge.endsWith(`>${by}`)) oracle.edges.set(edge, 'follows')
    },
  circle: (asked, act) => () => {
    const mine = asked.oracle.circlesOf(asked.by)
    asked.oracle.circles.set(asked.by, mine)
    mine.set(`k${act.circle}`, membersOf(asked, act) ?? new Set())
  },
  add: (asked, act) => {
    const members = membersOf(asked, act)
    if (members === undefined || asked.by === act.to || asked.oracle.apart(asked.by, act.to)) return null
    return () => members.add(act.to)
  },
  drop: (asked, act) => () => membersOf(asked, act)?.delete(act.to),
  uncircle:
    ({ oracle, by }, { circle }) =>
    () =>
      oracle.circlesOf(by).delete(`k${circle}`),
  say: (asked, { audience, isPoll }) => says(asked, audience, { isPoll }),
  onWall: (asked, { audience, to }) => {
    const { oracle, by } = asked
    if (by === to) return says(asked, audience)
    if (!oracle.mayWriteOn(by, to)) return null
    const wallState = oracle.walls.get(to)?.isCareful === true ? 'waiting' : 'shown'
    return says(asked, audience, { wall: to, wallState })
  },
  quote: (asked, { audience }) => (seesBoth(asked) ? says(asked, audience, { of: asked.original }) : null),
  repost: (asked, { audience }) => {
    const { oracle, by, original } = asked
    const passesOn = says(asked, audience, { isRepost: true, of: original })
    if (!seesBoth(asked) || passesOn === null) return null
    const stands = (post: Written): boolean =>
      post.isRepost && post.of === original && post.author === by && !post.isDeleted
    return oracle.posts.some(stands) ? nothing : passesOn
  },
  audience: (asked, { audience }) =>
    isOwn(asked) && says(asked, audience) !== null ? () => (asked.at.to = audience) : null,
  edit: (asked) => (isOwn(asked) && !asked.at.isRepost ? nothing : null),
  delete: (asked) => (isOwn(asked) ? () => (asked.at.isDeleted = true) : null),
  review: ({ oracle, by, at }, { lets }) => {
    if (at.isDeleted || by !== at.wall || oracle.apart(by, at.author)) return null
    return () => (at.wallState = lets ? 'shown' : 'declined')
  },
  react: (asked, { reaction }) => {
    if (!seesBoth(asked)) return null
    const { reactions } = asked.original
    return () => (reaction === null ? reactions.delete(asked.by) : reactions.set(asked.by, reaction))
  },
  vote: (asked, { choice }) => {
    const { votes, isPoll } = asked.original
    if (!seesBoth(asked) || !isPoll || (votes.get(asked.by) ?? choice) !== choice) return null
    return () => votes.set(asked.by, choice)
  },
  comment: ({ oracle, by, at }) => (oracle.sees(by, at) ? () => at.comments.push(by) : null),
}

/** What is to come of an act. */
export function expected(oracle: Oracle, act: Act): Change {
  const { by, at } = meantBy(oracle, act)
  if ('post' in act && at === null) return null
  const rule = RULES[act.act] as (asked: Asked, act: Act) => Change
  // An act that is about no post does not look at one.
  const about = at as Written
  return rule({ oracle, by, at: about, original: at === null ? about : originalOf(at) }, act)
}
