import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Operations, Topic, TopicTree } from './generated/types.ts'
import { ifStill } from './request.ts'

const TREES = '/v1/trees'
const TREE = `${TREES}/{tree}` as const
const TOPIC = '/v1/topics/{topic}'

/** What is to be changed; with `rev` only while it is still that revision. */
type Still = { rev?: number | undefined }
type ById = { id: string }

/** Begins a tree of topics. */
export function createTopicTree(
  palaver: Palaver,
  body: BodyOf<`POST ${typeof TREES}`>,
  options?: CallOptions,
): Promise<TopicTree> {
  return call(palaver, `POST ${TREES}`, { body, options })
}

/** Changes a tree's name, its language, or where its pages are. */
export function changeTopicTree(
  palaver: Palaver,
  { tree, rev, ...body }: { tree: string } & Still & BodyOf<`PATCH ${typeof TREE}`>,
  options?: CallOptions,
): Promise<TopicTree> {
  return call(palaver, `PATCH ${TREE}`, { path: { tree }, headers: ifStill(rev), body, options })
}

/** Adds a topic to a tree. */
export function addTopic(
  palaver: Palaver,
  { tree, ...body }: { tree: string } & BodyOf<`POST ${typeof TREE}/topics`>,
  options?: CallOptions,
): Promise<Topic> {
  return call(palaver, `POST ${TREE}/topics`, { path: { tree }, body, options })
}

/** Renames a topic, moves it, puts it elsewhere among its siblings, or all of that in one step. */
export function changeTopic(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<`PATCH ${typeof TOPIC}`>,
  options?: CallOptions,
): Promise<Topic> {
  return call(palaver, `PATCH ${TOPIC}`, { path: { topic: id }, headers: ifStill(rev), body, options })
}

type Deleting = ById & NonNullable<Operations[`DELETE ${typeof TOPIC}`]['input']['query']>

/** Deletes a topic; `how` says what becomes of what it holds. */
export function deleteTopic(palaver: Palaver, { id, ...query }: Deleting, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${TOPIC}`, { path: { topic: id }, query, options })
}

/** Puts all that a topic holds into another, which is the answer. */
export function mergeTopic(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`POST ${typeof TOPIC}/merge`>,
  options?: CallOptions,
): Promise<Topic> {
  return call(palaver, `POST ${TOPIC}/merge`, { path: { topic: id }, body, options })
}

/** Brings a deleted topic back, with those that were deleted together with it. */
export function restoreTopic(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`POST ${typeof TOPIC}/restore`>,
  options?: CallOptions,
): Promise<Topic> {
  return call(palaver, `POST ${TOPIC}/restore`, { path: { topic: id }, body, options })
}
