import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type {
  Held,
  MyTopic,
  Posted,
  Topic,
  TopicDiscussion,
  TopicDiscussions,
  TopicPage,
  Topics,
  TopicTree,
} from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

export {
  addTopic,
  changeTopic,
  changeTopicTree,
  createTopicTree,
  deleteTopic,
  mergeTopic,
  restoreTopic,
} from './arranging.ts'

export type { MyTopic, Topic, TopicDiscussion, TopicPage, Topics } from './generated/types.ts'

const TREE = '/v1/trees/{tree}'
const TOPIC = '/v1/topics/{topic}'

/** Which tree, by the name that the org gave it; names and addresses are in the language that is asked for. */
type InTree = { tree: string; locale?: string | undefined }
type ById = { id: string; locale?: string | undefined }

/** The trees of the org, in the order in which they were made. */
export async function topicTrees(palaver: Palaver, options?: ReadOptions): Promise<TopicTree[]> {
  return (await call(palaver, 'GET /v1/trees', { query: { org: palaver.org }, options })).trees
}

/** A tree: its settings, how many topics there are, and what is under way. */
export function topicTree(palaver: Palaver, tree: string, options?: ReadOptions): Promise<TopicTree> {
  return call(palaver, `GET ${TREE}`, { path: { tree }, query: { org: palaver.org }, options })
}

/** The topics under a topic, or the roots of a tree, in their order. */
export function topics(
  palaver: Palaver,
  { tree, ...wanted }: InTree & Wanted<`GET ${typeof TREE}/topics`>,
  options?: ReadOptions,
): Listing<Topic, Topics> {
  const itemsOf = (page: Topics): readonly Topic[] => page.topics
  const query = { ...wanted, org: palaver.org }
  return list(palaver, { operation: `GET ${TREE}/topics`, path: { tree }, query, itemsOf }, options)
}

/** The topic at an address, also at one that it had once, with those above it. */
export function topicAt(
  palaver: Palaver,
  { tree, path, locale }: InTree & { path: string },
  options?: ReadOptions,
): Promise<TopicPage> {
  return call(palaver, `GET ${TREE}/at`, { path: { tree }, query: { org: palaver.org, path, locale }, options })
}

/** A topic by its id, with those above it; the one that took over where it was merged. */
export function topic(palaver: Palaver, { id, locale }: ById, options?: ReadOptions): Promise<TopicPage> {
  return call(palaver, `GET ${TOPIC}`, { path: { topic: id }, query: { locale }, options })
}

/** Topics by the beginnings of words in their names, each with those above it. */
export async function findTopics(
  palaver: Palaver,
  { tree, ...wanted }: InTree & { q: string; limit?: number | undefined },
  options?: ReadOptions,
): Promise<Topic[]> {
  const query = { ...wanted, org: palaver.org }
  return (await call(palaver, `GET ${TREE}/search`, { path: { tree }, query, options })).topics
}

/** The discussions in a topic and in all below it, or with `within: 'own'` only its own. */
export function discussionsIn(
  palaver: Palaver,
  { id, ...wanted }: ById & Wanted<`GET ${typeof TOPIC}/discussions`>,
  options?: ReadOptions,
): Listing<TopicDiscussion, TopicDiscussions> {
  const itemsOf = (page: TopicDiscussions): readonly TopicDiscussion[] => page.discussions
  const source = { operation: `GET ${TOPIC}/discussions`, path: { topic: id }, query: wanted, itemsOf } as const
  return list(palaver, source, options)
}

/** Starts a discussion in a topic. Its first comment is posted, or held: `'held' in answer` says which. */
export function startDiscussion(
  palaver: Palaver,
  { id, ...body }: { id: string } & BodyOf<`POST ${typeof TOPIC}/discussions`>,
  options?: CallOptions,
): Promise<Posted | Held> {
  return call(palaver, `POST ${TOPIC}/discussions`, { path: { topic: id }, body, options })
}

/** What the caller may do with a topic. */
export function myTopic(palaver: Palaver, id: string, options?: ReadOptions): Promise<MyTopic> {
  return call(palaver, 'GET /v1/me/topics/{topic}', { path: { topic: id }, options })
}
