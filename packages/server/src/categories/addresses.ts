import type { Topic } from './model.ts'
import type { Snapshot } from './tree/snapshot.ts'

/** What an address leads to: a topic that is there, and whether the address is the one it has. */
export type Found = { topic: Topic; locale: string | null; isCanonical: boolean }

/** The part of a tree's life in which a chain of places led there. */
type Chain = { key: string | null; from: number; until: number }

const FOREVER = Infinity

/** `sees`: for whom what is hidden never was, so that it neither leads anywhere nor stands in the way. */
export type Asked = { path: string; locale: string | null; sees: (topic: Topic) => boolean }

export const resolve = (snapshot: Snapshot, path: string, locale: string | null): Found | 'gone' | null =>
  resolveFor(snapshot, { path, locale, sees: () => true })

/**
 * The topic at an address. An address that is of no topic now leads to that which had it last, wherever it is today,
 * or to its heir; `gone` where that was deleted and nobody took over.
 */
export function resolveFor(snapshot: Snapshot, { path, locale, sees }: Asked): Found | 'gone' | null {
  const asked = path.normalize('NFC').replace(/^\/+|\/+$/g, '')
  const segments = asked.toLowerCase().normalize('NFC').split('/')
  if (asked === '' || segments.length > MOST_SEGMENTS) return null
  // With a wrong part before the last it may still be understood.
  const key = lastAt(snapshot, segments, sees) ?? snapshot.onlyOneCalled(segments.at(-1) ?? '', sees)?.key ?? null
  if (key === null) return null
  const topic = snapshot.heirOf(key)
  if (topic === null) return 'gone'
  if (!sees(topic)) return null
  const spoken = locale ?? localeOf(snapshot, topic, asked)
  return { topic, locale: spoken, isCanonical: pathIn(snapshot, topic, spoken) === asked }
}

const MOST_SEGMENTS = 64
/** Places that were left a thousand times are followed from the last of them on. */
const MOST_CHAINS = 1_000

/** Of all that ever was at this address, what is there, or was there last. */
function lastAt(snapshot: Snapshot, segments: readonly string[], sees: Asked['sees']): string | null {
  const isSeen = ({ key }: Chain): boolean => {
    const topic = key === null ? null : snapshot.get(key)
    return topic !== null && sees(topic)
  }
  let chains: Chain[] = [{ key: null, from: 0, until: FOREVER }]
  for (const slug of segments) {
    const next = chains.flatMap((chain) => goOn(snapshot, chain, slug)).filter(isSeen)
    chains = next.sort((a, b) => b.until - a.until).slice(0, MOST_CHAINS)
  }
  return chains[0]?.key ?? null
}

function goOn(snapshot: Snapshot, { key, from, until }: Chain, slug: string): Chain[] {
  const live = snapshot.childBySlug(key, slug)
  const now = live === null ? [] : [{ topic: live.key, from: live.since, until: FOREVER }]
  return [...now, ...snapshot.formersAt(key, slug)]
    .map((place) => ({
      key: place.topic,
      from: Math.max(from, place.from),
      until: Math.min(until, place.until),
    }))
    .filter((chain) => chain.from < chain.until)
}

/** Its address in a language: of each above it the slug of that language, or else its own. */
export function pathIn(snapshot: Snapshot, topic: Topic, locale: string | null): string {
  return [...snapshot.ancestorsOf(topic.key), topic].map((one) => slugIn(one, locale)).join('/')
}

export const slugIn = ({ slug, locales }: Topic, locale: string | null): string =>
  localesFor(locale)
    .map((one) => locales[one]?.slug)
    .find((one) => one !== undefined && one !== null) ?? slug

/** `de-AT`, then `de`. */
export function localesFor(locale: string | null): string[] {
  if (locale === null) return []
  const parts = locale.split('-')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/** The language that an address is written in as a whole; null where it is that of the tree, or of none. */
function localeOf(snapshot: Snapshot, topic: Topic, path: string): string | null {
  if (pathIn(snapshot, topic, null) === path) return null
  const spoken = [...snapshot.ancestorsOf(topic.key), topic].flatMap(({ locales }) => Object.keys(locales))
  return [...new Set(spoken)].find((locale) => pathIn(snapshot, topic, locale) === path) ?? null
}
