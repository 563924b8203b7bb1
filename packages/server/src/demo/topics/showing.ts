import { maySee, type Snapshot, type Topic, type Topics } from '../../categories/service.ts'
import { ORG } from '../people.ts'
import { type Card, cardOf, cardsUnder, lineOf, type Looking } from './reading.ts'
import { TREE } from './tree.ts'

export type SortName = 'activity' | 'newest' | 'discussed'

/** A discussion in a list. */
export type Row = {
  resource: { type: string; id: string }
  title: string | null
  tags: readonly string[]
  activity: string
  comments: number
  topic: Pick<Card, 'name' | 'path' | 'emoji'>
}

const PAGE = 20
const FRESH = 12

type Asked = { sort: SortName; cursor: string | null }
type Listed = { list: Row[]; next: string | null }

/** The whole tree as everybody sees it, and what is new in any part of it. */
export async function everything(topics: Topics): Promise<{ cards: Card[]; fresh: Row[] }> {
  const looking = await lookingAt(topics, await topics.tree(ORG, TREE), null)
  const { snapshot } = looking
  const roots = snapshot.childrenOf(null).filter((topic) => maySee(snapshot, null, topic))
  const lists = await Promise.all(
    roots.map((topic) => listed(topics, { looking, topic }, { sort: 'activity', cursor: null })),
  )
  const newest = lists.flatMap(({ list }) => list).sort((a, b) => (a.activity < b.activity ? 1 : -1))
  return { cards: cardsUnder(looking, null), fresh: newest.slice(0, FRESH) }
}

type Standing = { snapshot: Snapshot; topic: Topic; locale: string | null }
export type Whole = Listed & { card: Card; line: Card[]; cards: Card[] }

/** A topic with what lies under it, and what is said in all of that. */
export async function oneTopic(topics: Topics, { snapshot, topic, locale }: Standing, asked: Asked): Promise<Whole> {
  const looking = await lookingAt(topics, snapshot, locale)
  const card = { ...cardOf(looking, topic), under: cardsUnder(looking, topic.key) }
  const found = await listed(topics, { looking, topic }, asked)
  return { card, line: lineOf(looking, topic), cards: cardsUnder(looking, null), ...found }
}

/** The way to a topic by its id; empty where not everybody may see it. */
export async function wayTo(topics: Topics, id: string | null): Promise<Card[]> {
  const found = id === null ? null : await topics.find(ORG, id)
  const topic = found?.snapshot.heirOf(found.topic.key) ?? null
  if (found === null || topic === null || !maySee(found.snapshot, null, topic)) return []
  return lineOf(await lookingAt(topics, found.snapshot, null), topic)
}

const lookingAt = async (topics: Topics, snapshot: Snapshot, locale: string | null): Promise<Looking> => ({
  snapshot,
  locale,
  numbers: await topics.numbers(snapshot, null),
})

type Where = { looking: Looking; topic: Topic }

async function listed(topics: Topics, { looking, topic }: Where, { sort, cursor }: Asked): Promise<Listed> {
  const { snapshot } = looking
  const request = { within: 'all', sort, limit: PAGE, cursor } as const
  const { discussions, next } = await topics.discussionsIn(null, { topic, snapshot }, request)
  const list = discussions.map(({ topic: home, ...one }): Row => ({ ...one, topic: cardOf(looking, home) }))
  return { list, next }
}
