import {
  localesFor,
  maySee,
  pathIn,
  resolveFor,
  type Snapshot,
  type Topic,
  type Topics,
} from '../../categories/service.ts'
import { ORG } from '../people.ts'
import { TREE } from './tree.ts'

/** A topic as everybody sees it, in one language. */
export type Card = {
  id: string
  key: string
  path: string
  name: string
  description: string | null
  emoji: string | null
  colour: string | null
  discussions: number
  comments: number
  under: Card[]
}

export type Numbers = Awaited<ReturnType<Topics['numbers']>>
export type Looking = { snapshot: Snapshot; locale: string | null; numbers: Numbers }

/** What is at an address of the magazine, for a reader whom the site does not know. */
export type Place =
  | { is: 'there'; snapshot: Snapshot; topic: Topic; locale: string | null }
  | { is: 'elsewhere'; path: string }
  | { is: 'gone' | 'unknown' }

export async function placeAt(topics: Topics, path: string): Promise<Place> {
  const snapshot = await topics.tree(ORG, TREE)
  const found = resolveFor(snapshot, { path, locale: null, sees: (topic) => maySee(snapshot, null, topic) })
  if (found === 'gone') return { is: 'gone' }
  if (found === null) return { is: 'unknown' }
  const { topic, locale } = found
  const canonical = pathIn(snapshot, topic, locale)
  return canonical === path ? { is: 'there', snapshot, topic, locale } : { is: 'elsewhere', path: canonical }
}

/** From the root to itself. */
export const lineOf = (looking: Looking, { key }: Topic): Card[] =>
  [...looking.snapshot.ancestorsOf(key), looking.snapshot.get(key)].flatMap((topic) =>
    topic === null ? [] : [cardOf(looking, topic)],
  )

/** Those under it, and all that are under them; the whole tree for null. */
export const cardsUnder = (looking: Looking, key: string | null): Card[] =>
  looking.snapshot
    .childrenOf(key)
    .filter((topic) => maySee(looking.snapshot, null, topic))
    .map((topic) => ({ ...cardOf(looking, topic), under: cardsUnder(looking, topic.key) }))

export function cardOf({ snapshot, locale, numbers }: Looking, topic: Topic): Card {
  const { key, emoji, colour } = topic
  const { allDiscussions: discussions, allComments: comments } = numbers(key)
  const path = pathIn(snapshot, topic, locale)
  return { id: topic._id, key, path, emoji, colour, discussions, comments, under: [], ...spoken(topic, locale) }
}

const spoken = (topic: Topic, locale: string | null): Pick<Topic, 'name' | 'description'> => {
  const variant = localesFor(locale)
    .map((one) => topic.locales[one])
    .find((one) => one !== undefined)
  return { name: variant?.name ?? topic.name, description: variant?.description ?? topic.description }
}

/** The languages that it has a name in, that of the tree first, and where it is in each. */
export const tonguesOf = (snapshot: Snapshot, topic: Topic): { locale: string | null; tag: string; path: string }[] =>
  [null, ...Object.keys(topic.locales)].map((locale) => ({
    locale,
    tag: locale ?? snapshot.tree.locale,
    path: pathIn(snapshot, topic, locale),
  }))
