import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { DEFAULT_STARTERS, isLive, type Starters, type Topic } from './model.ts'
import type { Snapshot } from './tree/snapshot.ts'

export const noTree = (): Refusal =>
  new Refusal('tree-not-found', 'There is no tree of topics of that name: GET /v1/trees lists those that there are.')

export const noTopic = (): Refusal => new Refusal('topic-not-found', 'There is no topic of that name in this tree.')

export const isRetired = ({ name }: Pick<Topic, 'name'>): Refusal =>
  new Refusal(
    'topic-retired',
    `“${name}” has been deleted or merged into another topic: restore it, or choose another.`,
  )

export const topicIsGone = (): Refusal =>
  new Refusal('topic-gone', 'This topic was deleted, and no other took over what it held.')

export const treeIsBusy = (): Refusal =>
  new Refusal('busy', 'The tree was changed all the time while this was tried: try again in a moment.')

/** Admins arrange topics, and servers whose keys are for settings. */
export function requireMayArrange({ role }: Pick<Actor, 'role'>): void {
  if (role !== 'admin')
    throw new Refusal('forbidden', 'Only admins may arrange topics: the token must carry that role.')
}

const isMember = (actor: Actor | null): actor is Actor => actor !== null && actor.kind !== 'guest'

function isShownTo({ visibility, roles }: Topic, actor: Actor | null): boolean {
  if (visibility === 'public' || actor?.role === 'admin') return true
  return visibility === 'members' ? isMember(actor) : isMember(actor) && roles.includes(actor.role)
}

/** Where something above it is hidden, it is hidden; also what is retired keeps its secrets. */
export function maySee(snapshot: Snapshot, actor: Actor | null, topic: Topic): boolean {
  return isShownTo(topic, actor) && snapshot.ancestorsOf(topic.key).every((above) => isShownTo(above, actor))
}

const open = new WeakMap<Snapshot, boolean>()

/** Whether all of it is for everybody, so that all see the same; looked at once a snapshot. */
export function isOpen(snapshot: Snapshot): boolean {
  const known = open.get(snapshot)
  if (known !== undefined) return known
  const isSo = [...snapshot.topics.values()].every((one) => one.visibility === 'public')
  open.set(snapshot, isSo)
  return isSo
}

/** What the topic says, or the next above it that says anything. */
export function startersOf(snapshot: Snapshot, topic: Topic): Starters {
  const line = [topic, ...snapshot.ancestorsOf(topic.key).reverse()]
  return line.find(({ starts }) => starts !== null)?.starts ?? DEFAULT_STARTERS
}

const IS_STARTER: Readonly<Record<Starters, (actor: Actor) => boolean>> = {
  everyone: () => true,
  members: isMember,
  moderators: ({ role }) => role !== 'member',
  admins: ({ role }) => role === 'admin',
}

export const mayStart = (snapshot: Snapshot, actor: Actor | null, topic: Topic): boolean =>
  actor !== null && isLive(topic) && maySee(snapshot, actor, topic) && IS_STARTER[startersOf(snapshot, topic)](actor)
