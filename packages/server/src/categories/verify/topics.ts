import { isOrderKey } from '../changes/order.ts'
import { isLive, slugsOf, type Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'

/** What is wrong with one topic of a tree. */
export type Wrong = { kind: string; topic: Topic; says: string }

/** Of those that have the same under one parent (or in the tree), the one that was there first: it keeps what it has. */
type Firsts = Record<'slug' | 'order' | 'ref', ReadonlyMap<string, Topic>>

type Look = (snapshot: Snapshot, topic: Topic, firsts: Firsts) => string | null

/** Each looks at one topic and at what it stands beside; in the order in which they are mended. */
const LOOKS: Readonly<Record<string, Look>> = {
  heir: (snapshot, { retired }) => {
    const heir = retired?.heir ?? null
    if (heir === null) return null
    if (snapshot.get(heir) === null) return `its heir ${heir} is not there`
    return circleFrom(snapshot, heir, (one) => one.retired?.heir ?? null) === null ? null : 'its heirs go in a circle'
  },
  'parent-missing': (snapshot, { parent }) =>
    parent !== null && snapshot.get(parent) === null ? `its parent ${parent} is not there` : null,
  circle: (snapshot, { key }) =>
    circleFrom(snapshot, key, ({ parent }) => parent) === key ? 'it lies under itself' : null,
  'under-retired': (snapshot, topic) => {
    const parent = topic.parent === null ? null : snapshot.get(topic.parent)
    return isLive(topic) && parent !== null && !isLive(parent)
      ? `it is there, and its parent ${parent.key} is not`
      : null
  },
  'slug-unfit': (_, { slug }) =>
    typeof slug !== 'string' || slug === '' || slug.includes('/') ? `its slug ${JSON.stringify(slug)} is none` : null,
  'slug-taken': (_, topic, { slug }) => {
    if (!isLive(topic)) return null
    const firsts = slugsOf(topic).map((one) => slug.get(besideOf(topic, one)))
    const twin = firsts.find((first) => first !== undefined && first.key !== topic.key)
    return twin === undefined ? null : `${twin.key} beside it has the same slug`
  },
  'ref-taken': (_, { key, ref }, firsts) => {
    const first = ref === null ? undefined : firsts.ref.get(ref)
    return first === undefined || first.key === key ? null : `${first.key} has the same reference ${ref}`
  },
  order: (_, topic, { order }) => {
    if (!isLive(topic)) return null
    if (!isOrderKey(topic.order)) return `its order ${JSON.stringify(topic.order)} is none`
    const first = order.get(besideOf(topic, topic.order))
    return first === undefined || first.key === topic.key ? null : `${first.key} beside it has the same order`
  },
  derived: (snapshot, topic) => {
    const { ancestors, path, depth } = topic
    const above = snapshot.ancestorsOf(topic.key)
    const keys = above.map(({ key }) => key)
    const walked = [...above, topic].map(({ slug }) => slug).join('/')
    const isRight = JSON.stringify(ancestors) === JSON.stringify(keys) && path === walked && depth === keys.length
    return isRight ? null : `its path is said to be ${path}, and is ${walked}`
  },
}

/** All that is wrong with a tree's topics, as far as the topics themselves can tell. */
export function wrongTopics(snapshot: Snapshot): Wrong[] {
  const all = [...snapshot.topics.values()]
  const firsts = firstsOf(all)
  return Object.entries(LOOKS).flatMap(([kind, look]) =>
    all.flatMap((topic): Wrong[] => {
      const says = look(snapshot, topic, firsts)
      return says === null ? [] : [{ kind, topic, says }]
    }),
  )
}

const besideOf = ({ parent }: Topic, what: string): string => `${parent ?? ''}/${what}`

function firstsOf(all: readonly Topic[]): Firsts {
  const oldest = all.toSorted((a, b) => (isOlder(a, b) ? -1 : 1))
  const live = oldest.filter(isLive)
  return {
    slug: firstBy(live, (topic) => slugsOf(topic).map((slug) => besideOf(topic, slug))),
    order: firstBy(live, (topic) => [besideOf(topic, topic.order)]),
    ref: firstBy(oldest, ({ ref }) => (ref === null ? [] : [ref])),
  }
}

function firstBy(topics: readonly Topic[], names: (topic: Topic) => string[]): Map<string, Topic> {
  const first = new Map<string, Topic>()
  for (const topic of topics) for (const name of names(topic)) if (!first.has(name)) first.set(name, topic)
  return first
}

const isOlder = (a: Topic, b: Topic): boolean => a.since < b.since || (a.since === b.since && a.key < b.key)

type Walk = (topic: Topic) => string | null

/** The first that a walk from a topic comes to twice; null where it comes to an end. */
function circleFrom(snapshot: Snapshot, from: string, next: Walk): string | null {
  const seen = new Set([from])
  for (let topic = snapshot.get(from); topic !== null;) {
    const key = next(topic)
    if (key === null || seen.has(key)) return key
    seen.add(key)
    topic = snapshot.get(key)
  }
  return null
}
