import type { Actor } from '../api/actor.ts'
import { checkedText } from './checked-text.ts'
import type { Author } from './model.ts'
import type { Needs } from './needs.ts'
import type { Find, Person } from './text/people.ts'
import { finderOf, MOST_PEOPLE, parseText, type Rendered, renderParsed, renderText } from './text/render.ts'

/** Who is meant by folded names, and how many people the writer may mention at once. `accounts` finds out. */
export type Mentioned = (
  actor: Actor,
  names: readonly string[],
) => Promise<{ people: ReadonlyMap<string, Person>; most: number }>

export const mentionsNobody: Mentioned = async () => ({ people: new Map(), most: MOST_PEOPLE })

/** What a writer should know of a text that was taken all the same. */
export type Notice = { code: 'too-many-mentions'; detail: string }

/** A text as it is stored, with what was made of it. */
export type Spoken = Rendered & { text: string }

type Said = {
  actor: Actor
  text: string
  maxLength: number
  /** Who was meant by an earlier version of the text: they still are. */
  before?: () => Promise<readonly Author[]>
}

type Understood = { spoken: Spoken; notices: Notice[] }

/** Reads and renders a text, once for all that need it; refused where it is empty or too long. */
export async function understood({ mentioned }: Pick<Needs, 'mentioned'>, said: Said): Promise<Understood> {
  const text = checkedText(said.text, said.maxLength)
  const parsed = parseText(text)
  const who = parsed.names.length === 0 ? NOBODY : await meantBy(mentioned, said, parsed.names)
  const { hasMore, ...made } = renderParsed(parsed, who)
  return { spoken: { text, ...made }, notices: hasMore ? [tooMany(who.most)] : [] }
}

type Who = { find: Find; most: number }
const NOBODY: Who = { find: () => undefined, most: 0 }

async function meantBy(mentioned: Mentioned, { actor, before }: Said, names: readonly string[]): Promise<Who> {
  const known = finderOf((await before?.()) ?? [])
  const { people, most } = await mentioned(actor, names)
  return { find: (name) => known(name) ?? people.get(name), most }
}

const tooMany = (most: number): Notice => ({
  code: 'too-many-mentions',
  detail: `Only the first ${most} people are mentioned: a comment of yours can mention no more.`,
})

/** A text of which it is known whom it mentions. */
export const rendered = (text: string, people: readonly Author[] = []): Spoken => ({
  text,
  ...renderText(text, people),
})

/** The same, when it is first asked for. */
export function onceUnderstood(needs: Pick<Needs, 'mentioned'>, said: Said): () => Promise<Understood> {
  let made: Promise<Understood> | undefined
  return () => (made ??= understood(needs, said))
}
