import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Names } from './keys-of-requests.ts'
import type { Author, Comment, Discussion, Resource } from './model.ts'

/** A text that is about to be posted, or to replace that of a comment. */
export type Candidate = {
  kind: 'post' | 'edit'
  /** The same for two tries of one request; null where nobody can tell. */
  request: string | null
  actor: Actor
  /** Where it came from; null where nobody knows, as on the command line. */
  address: string | null
  /** Null where this would be its first comment. */
  discussion: Discussion | null
  /** Where this would be its first comment: what it is about, and the address of the page, where it brings one. */
  opens?: { resource: Resource; url: string | null } | null
  text: string
  html: string
  /** What is replied to. */
  parent: string | null
  /** The comment that is edited. */
  slug: string | null
  /** A field that people do not see; programs that fill in every field fill it in. */
  honeypot: string
}

/** Why a text was not published: which phase said so, and in words for people. */
export type Reason = { phase: string; reason: string }

/** `secretly`: its author is answered as if it were published. */
export type Verdict =
  | { is: 'publish' }
  | { is: 'hold'; why: Reason[]; secretly: boolean }
  | { is: 'refuse'; why: Reason[] }

/** Decides on a text before it is written. `moderation` does. */
export type Judge = (candidate: Candidate) => Promise<Verdict>

/** A text that waits for a moderator, under the names with which it will be published. */
export type Holding = {
  names: Names
  kind: Candidate['kind']
  org: string
  discussion: string
  /** What is replied to. */
  parent: string | null
  /** Of an edit: the comment. */
  slug: string | null
  text: string
  html: string
  /** Whom the text mentions, as it was found out when it was written. */
  mentions: Author[]
  author: Author
  /** A keyed hash of the address that it came from. */
  from: string | null
  why: Reason[]
  secretly: boolean
  /** Of an edit: the revision of the comment that it was made on; older ones do not know. */
  onRev?: number
  /** What it brings to the discussion that it opens. */
  opens?: { title: string; url: string | null; tags: string[] } | null
}

/** Keeps what is held; a repeat under the same names keeps it once. `moderation` does. */
export type Hold = (holding: Holding) => Promise<void>

type OfPost = { names: Names; verdict: Verdict; comment: Comment; parent: string | null; opens: Holding['opens'] }

/** A new comment as it waits. */
export function heldPost({ _id, org }: Discussion, { names, verdict, comment, parent, opens = null }: OfPost): Holding {
  const { text, html, mentions, author, from } = comment
  const what = { kind: 'post', parent, slug: null, text, html, mentions, author, from } as const
  return { names, org, discussion: _id, ...what, ...reasonsOf(verdict), opens }
}

export const reasonsOf = (verdict: Verdict): Pick<Holding, 'why' | 'secretly'> =>
  verdict.is === 'hold' ? { why: verdict.why, secretly: verdict.secretly } : { why: [], secretly: false }

/** What its author is told. */
export const openlyHeld = (verdict: Verdict): Reason[] | null =>
  verdict.is === 'hold' && !verdict.secretly ? verdict.why : null

/** What is refused is not written, and its author is told why. */
export function demandFit(verdict: Verdict): Verdict {
  if (verdict.is !== 'refuse') return verdict
  const [first] = verdict.why
  throw new Refusal(first?.phase === 'banned' ? 'banned' : 'text-refused', first?.reason ?? 'The text was refused.')
}

/** Without moderation everything is published. */
export const publishAll: Judge = async () => ({ is: 'publish' })

/** Without moderation there is no place where anything could wait. */
export const holdNothing: Hold = () => Promise.reject(new Error('Nothing can be held: there is no moderation.'))
