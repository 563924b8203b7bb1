import type { LoggedEvent } from '@palaver/store'
import type { Author } from '../../comments/service.ts'
import type { Post } from '../../social/service.ts'
import type { About, Reason } from '../model.ts'

/** What an event tells of people and posts that somebody may want to hear. */
export type SocialTold = {
  event: string
  op: string
  org: string
  seq: number
  at: string
  /** The post that it happened to; null where it is about people alone. */
  post: string | null
  /** What that post passes on or quotes. */
  of: { post: string; reason: 'repost' | 'quote' } | null
  actor: Author
  /** Whose act it is: they know of it. */
  doers: readonly string[]
  /** Whose words it brings, or whose act. */
  authors: readonly string[]
  /** Those whom it concerns by name, the strongest reason first. */
  addressed: readonly { person: string; reason: Reason }[]
  /** All whom the post mentions now. */
  mentions: readonly string[]
}

type Pair = { follower: string; followee: string }
type Given = { author: string; reaction: string | null }
/** What the events of posts tell: never a word of the text, nor whom it is for. */
type Told = Pick<Post, 'author' | 'wall' | 'kind' | 'of' | 'status'> & { mentions: string[] }

/** What brings a post before people who may not have seen it before. */
const BRINGING = new Set(['created', 'approved', 'restored', 'shown'])

export function socialToldIn(event: LoggedEvent): SocialTold | null {
  if (event.quiet === true) return null
  if (event.type === 'follow') return ofPeople(event)
  if (event.type !== 'post') return null
  return event.op === 'reacted' ? ofReaction(event) : ofPost(event)
}

function ofPeople(event: LoggedEvent): SocialTold | null {
  const { op } = event
  const { follower, followee } = (event.after ?? event.before) as unknown as Pair
  if (op === 'accepted') return acted(event, followee, { person: follower, reason: 'accepted' })
  if (op !== 'followed' && op !== 'asked') return null
  return acted(event, follower, { person: followee, reason: op === 'asked' ? 'request' : 'follow' })
}

/** Another reaction in the place of one is the same row: what it is now is read where it is shown. */
function ofReaction(event: LoggedEvent): SocialTold | null {
  const before = event.before as unknown as Given | null | undefined
  const { author, reaction } = event.after as unknown as Given
  const by = event.actor as Author | undefined
  if (reaction === null || (before?.reaction ?? null) !== null || by === undefined) return null
  return { ...acted(event, by.id, { person: author, reason: 'reaction' }), post: event.subject }
}

function acted(event: LoggedEvent, by: string, addressed: SocialTold['addressed'][number]): SocialTold {
  const actor = named(event, by)
  return {
    ...common(event),
    post: null,
    of: null,
    actor,
    doers: [by],
    authors: [by],
    addressed: [addressed],
    mentions: [],
  }
}

function ofPost(event: LoggedEvent): SocialTold | null {
  const after = (event.after ?? null) as unknown as Told | null
  const { op, subject } = event
  if (after === null || after.status !== 'published') return null
  const { author, wall, of, kind, mentions } = after
  const by = (event.actor as Author | undefined)?.id ?? author
  const told = { ...common(event), post: subject, actor: named(event, author), authors: [author], mentions }
  if (op === 'edited') {
    const known = new Set((event.before as unknown as Partial<Told> | undefined)?.mentions)
    const addressed = mentioning(mentions.filter((id) => !known.has(id)))
    return { ...told, doers: [by], addressed, of: null }
  }
  if (!BRINGING.has(op)) return null
  const addressed = [...mentioning(mentions), ...(wall === null ? [] : [{ person: wall, reason: 'wall' as const }])]
  const passed = of === null ? null : { post: of, reason: kind === 'repost' ? ('repost' as const) : ('quote' as const) }
  return { ...told, doers: [...new Set([author, by])], addressed, of: passed }
}

const mentioning = (people: readonly string[]) => people.map((person) => ({ person, reason: 'mention' as const }))

/** The name is not known where somebody else let it be: it is looked up when it is written down. */
function named({ actor }: LoggedEvent, id: string): Author {
  const by = actor as Author | undefined
  return by?.id === id ? { id, name: by.name } : { id, name: '' }
}

const common = ({ _id, op, org, seq, at }: LoggedEvent): Pick<SocialTold, 'event' | 'op' | 'org' | 'seq' | 'at'> => ({
  event: _id,
  op,
  org,
  seq,
  at,
})

/** What one of those whom it concerns is told; of what is passed on it is the post itself, which is theirs. */
export function aboutSocial(
  { event, org, at, post, of, actor }: SocialTold,
  { person, reason }: { person: string; reason: Reason },
): About & { person: string } {
  const about = reason === 'repost' ? (of?.post ?? post) : post
  const told = { event, org, discussion: null, slug: null, actor, reason, at, person }
  return about === null ? told : { ...told, post: about }
}

/** All that happens to a post, or between two people, stays in its order; null for what nobody is told of. */
export function socialLaneOf({ type, op, subject, after, before }: LoggedEvent): string | null {
  if (type === 'post') return op === 'voted' ? null : subject
  if (type !== 'follow') return null
  const { follower, followee } = (after ?? before) as unknown as Pair
  return `follow~${follower}~${followee}`
}
