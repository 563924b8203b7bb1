import { folded } from '../api/name-key.ts'
import { localesFor } from './addresses.ts'
import { isLive, type Topic } from './model.ts'
import type { Snapshot } from './tree/snapshot.ts'

/** A name of a topic as it is compared; `locale` is null for the one in the language of the tree. */
type Name = { topic: Topic; locale: string | null; text: string; starts: readonly string[] }

/** Names by the first letter, and the first two, of each word in them; each list in the order in which they are found. */
type Index = ReadonlyMap<string, readonly Name[]>

/** `locale`: names in this language count, and those that are of none; null for all. */
export type Search = { text: string; locale: string | null; limit: number; sees: (topic: Topic) => boolean }

const MOST_WORDS = 10
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/u
/** Letters that have no accent to be taken off, but are typed without what makes them special. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

const indexes = new WeakMap<Snapshot, Index>()
/** Topics that did not change are the same in the next snapshot. */
const known = new WeakMap<Topic, readonly Name[]>()

/** Topics that have each of the words at the beginning of one of theirs: the whole name first, then how it begins. */
export function searchTopics(snapshot: Snapshot, { text, locale, limit, sees }: Search): Topic[] {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const wanted = words.join(' ')
  const spoken = new Set<string | null>([null, ...localesFor(locale)])
  const ranks = [new Set<Topic>(), new Set<Topic>(), new Set<Topic>()] as const
  for (const name of candidates(snapshot, words)) {
    const rank = ranks[rankOf(name, wanted)]
    if (rank.size >= limit || (locale !== null && !spoken.has(name.locale))) continue
    if (hasAll(name, words) && sees(name.topic)) rank.add(name.topic)
  }
  return [...new Set(ranks.flatMap((rank) => [...rank]))].slice(0, limit)
}

const hasAll = ({ starts }: Name, words: readonly string[]): boolean =>
  words.every((word) => starts.some((start) => start.startsWith(word)))

const rankOf = ({ text }: Name, wanted: string): 0 | 1 | 2 => (text === wanted ? 0 : text.startsWith(wanted) ? 1 : 2)

/** The fewest among which all that fit are. */
function candidates(snapshot: Snapshot, words: readonly string[]): readonly Name[] {
  const index = indexes.get(snapshot) ?? indexOf(snapshot)
  indexes.set(snapshot, index)
  const lists = words.map((word) => index.get(word.slice(0, 2)) ?? [])
  return lists.reduce((fewest, list) => (list.length < fewest.length ? list : fewest))
}

function indexOf({ topics }: Snapshot): Index {
  const index = new Map<string, Name[]>()
  const names = [...topics.values()].filter(isLive).flatMap(namesOf).sort(isBefore)
  for (const name of names)
    for (const start of name.starts) {
      put(index, start.slice(0, 1), name)
      if (start.length > 1) put(index, start.slice(0, 2), name)
    }
  return index
}

/** Of those that fit as well, the ones higher up in the tree come first, then the shorter names. */
const isBefore = (a: Name, b: Name): number =>
  a.topic.depth - b.topic.depth ||
  a.text.length - b.text.length ||
  (a.topic.path === b.topic.path ? 0 : a.topic.path < b.topic.path ? -1 : 1)

function put(index: Map<string, Name[]>, start: string, name: Name): void {
  const list = index.get(start)
  if (list === undefined) index.set(start, [name])
  // Two words of a name may begin alike.
  else if (list.at(-1) !== name) list.push(name)
}

function namesOf(topic: Topic): readonly Name[] {
  const names = known.get(topic) ?? [
    nameOf(topic, null, topic.name),
    ...Object.entries(topic.locales).map(([locale, { name }]) => nameOf(topic, locale, name)),
  ]
  known.set(topic, names)
  return names
}

function nameOf(topic: Topic, locale: string | null, name: string): Name {
  const words = wordsOf(name)
  return { topic, locale, text: words.join(' '), starts: words.flatMap(startsIn) }
}

const wordsOf = (text: string): string[] => partsOf(text).filter((part) => part !== '')

/** Most names are plain already. */
const partsOf = (text: string): string[] =>
  isPlain(text)
    ? text
        .toLowerCase()
        .replaceAll("'", '')
        .split(/[^a-z0-9]+/)
    : unaccented(text).split(BETWEEN_WORDS)

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const unaccented = (text: string): string =>
  folded(text)
    .normalize('NFKD')
    .replace(/\p{Mn}|['’]/gu, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)

/** A word from its beginning; and where no spaces are written, from each beginning of a word in it. */
const startsIn = (word: string): string[] =>
  !isPlain(word) && UNSPACED.test(word) ? Array.from(segmenter.segment(word), ({ index }) => word.slice(index)) : [word]
