import { add, childrenOf, merge, remove, restore, type Revision, revise } from '../api.ts'
import type { Deletion, Place, Topic } from '../model.ts'
import type { Grove } from '../tree/acts.ts'
import { placeNow } from './places.ts'

/** What was done, and what undoes it. What others did since is not undone with it: then it is refused. */
export type Done = {
  said: 'moved' | 'renamed' | 'added' | 'deleted' | 'merged'
  topic: Topic
  to?: string
  undo: () => Promise<unknown>
  /** Whether discussions stay elsewhere all the same. */
  isPartly?: boolean
}

export async function moveTopic({ desk, state }: Grove, topic: Topic, place: Place): Promise<Done> {
  const before = placeNow(state(), topic)
  const moved = await revise(desk, topic, place)
  return { said: 'moved', topic: moved, undo: () => revise(desk, moved, before) }
}

/** In the language in which the name is shown. */
export async function renameTopic({ desk }: Grove, topic: Topic, name: string): Promise<Done> {
  const { slug, locale, locales } = topic
  const variant = locales[locale]
  const to: Revision = variant === undefined ? { name } : { locales: { [locale]: { name } } }
  const back: Revision = variant === undefined ? { name: topic.name, slug } : { locales: { [locale]: variant } }
  const renamed = await revise(desk, topic, to)
  return { said: 'renamed', topic: { ...renamed, name }, undo: () => revise(desk, renamed, back) }
}

export async function addTopic({ desk, options }: Grove, parent: string | null, name: string): Promise<Done> {
  const topic = await add(desk, options, { name, parent })
  return { said: 'added', topic, undo: () => remove(desk, topic.id, { how: 'refuse' }) }
}

export type Deleting = { how: Deletion; to?: string | undefined }

export async function deleteTopic(grove: Grove, topic: Topic, { how, to }: Deleting): Promise<Done> {
  const { desk } = grove
  const [place, under] = [placeNow(grove.state(), topic), how === 'reparent' ? await allUnder(grove, topic) : []]
  await remove(desk, topic.id, { how, ...(how === 'move' ? { to } : {}) })
  const isPartly = (how === 'move' || how === 'reparent') && topic.counts.allDiscussions > 0
  return { said: 'deleted', topic, isPartly, undo: () => bringBack(grove, topic, { place, under }) }
}

export async function mergeTopic(grove: Grove, topic: Topic, into: Topic): Promise<Done> {
  const [place, under] = [placeNow(grove.state(), topic), await allUnder(grove, topic)]
  await merge(grove.desk, topic.id, into.id)
  const undo = (): Promise<unknown> => bringBack(grove, topic, { place, under })
  return { said: 'merged', topic, to: into.name, isPartly: topic.counts.discussions > 0, undo }
}

async function allUnder({ desk, options }: Grove, { id, children }: Topic): Promise<Topic[]> {
  const found: Topic[] = []
  let cursor: string | undefined
  if (children === 0) return found
  do {
    const page = await childrenOf(desk, options, { parent: id, cursor })
    found.push(...page.topics)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}

/** To its place, and with those that were under it. */
async function bringBack({ desk }: Grove, topic: Topic, was: { place: Place; under: readonly Topic[] }): Promise<void> {
  const back = await restore(desk, topic.id, was.place.parent)
  if (was.place.before !== undefined || was.place.after !== undefined) await revise(desk, back, was.place)
  // They changed as they left: what counts is that they are still there.
  for (const { id } of was.under) await revise(desk, { id, rev: null }, { parent: topic.id })
}
