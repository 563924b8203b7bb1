import { pageAround } from '../thread/page-around.ts'
import type { TokenSource } from '../thread/state/store.ts'
import { called } from './call.ts'
import type { Place } from './model.ts'
import { heedConsent, visitorFor } from './visitor.ts'

/** What an element knows of the page besides what its attributes say. */
export type Asker = {
  host: Element
  base: string
  org: string
  locale: string
  token: TokenSource
  topic?: string | null
  resource?: { type: string; id: string }
  /** What it stands beside is on its way, and may be there first. */
  isUrgent?: boolean
}

export type Wanted = Asker & { zone: string; count: number }
export type Answer = Place & { isCounted: boolean }
type Waiting = Wanted & { tell: (answer: Answer | null) => void }
type Queue = { waiting: Waiting[]; isBusy: boolean; beside: string[] }

/** So long others are waited for that appear in the same moment. */
const SOON_MS = 50
const MOST_AT_ONCE = 20
const MOST_BESIDE = 50
const MOST_KEYWORDS = 50
const LONGEST_KEYWORD = 80

const queues = new Map<string, Queue>()

/**
 * Asks together with all others of the page. One question follows the other: so each can say what the page shows
 * already. Null where there is no answer, for whatever reason.
 */
export function askFor(wanted: Wanted): Promise<Answer | null> {
  const preview = wanted.host.getAttribute('preview')
  if (preview !== null) return previewed(wanted, preview)
  heedConsent(wanted.host)
  const name = JSON.stringify([wanted.base, wanted.org])
  const queue = queues.get(name) ?? { waiting: [], isBusy: false, beside: [] }
  queues.set(name, queue)
  return new Promise((tell) => {
    queue.waiting.push({ ...wanted, tell })
    if (!queue.isBusy) void answerAll(queue, wanted.isUrgent === true ? 0 : SOON_MS)
  })
}

/** What nobody but an admin wants comes for them alone. */
const previewed = (wanted: Wanted, creative: string): Promise<Answer | null> =>
  import('./preview.ts').then(
    ({ previewOf }) => previewOf(wanted, creative),
    () => null,
  )

async function answerAll(queue: Queue, wait: number): Promise<void> {
  queue.isBusy = true
  await new Promise((resolve) => setTimeout(resolve, wait))
  while (queue.waiting.length > 0) await answer(queue, queue.waiting.splice(0, MOST_AT_ONCE))
  queue.isBusy = false
}

async function answer(queue: Queue, some: readonly Waiting[]): Promise<void> {
  const visitor = visitorFor(some.map(({ host }) => host))
  const zones = Map.groupBy(some, ({ zone }) => zone)
  const body = JSON.stringify({ ...bodyFor(some, zones), person: visitor, beside: queue.beside })
  const got = await called(some, 'placements', { method: 'POST', body })
  // One zone that does not exist is no reason to show nothing in the others.
  if (got === 'unknown' && zones.size > 1) {
    for (const [, same] of zones) await answer(queue, same)
    return
  }
  const places = new Map((got === 'unknown' ? [] : got).map((place) => [place.zone, place]))
  queue.beside = [...queue.beside, ...[...places.values()].flatMap(({ ads }) => ads.map(({ token }) => token))]
  queue.beside = queue.beside.slice(-MOST_BESIDE)
  for (const { zone, count, tell } of some) {
    const place = places.get(zone)
    tell(place === undefined ? null : { ...place, ads: place.ads.splice(0, count), isCounted: visitor.consent })
  }
}

function bodyFor(some: readonly Waiting[], zones: ReadonlyMap<string, readonly Waiting[]>): object {
  const topic = some.map((one) => one.topic ?? one.host.getAttribute('topic')).find(Boolean)
  const resource = some.find((one) => one.resource !== undefined)?.resource
  return {
    org: some[0]?.org,
    places: [...zones].map(([zone, same]) => ({
      zone,
      count: Math.min(
        same.reduce((sum, { count }) => sum + count, 0),
        MOST_AT_ONCE,
      ),
    })),
    page: { url: pageAround().url.slice(0, 2000), resource, topic, keywords: keywordsOf(some) },
    locale: some[0]?.locale,
  }
}

/** Those that the elements are given, else the page's own. Never anything that somebody wrote. */
function keywordsOf(some: readonly Waiting[]): string[] {
  const given = some.map(({ host }) => host.getAttribute('keywords')).filter((one) => one !== null)
  const own = document.querySelector<HTMLMetaElement>('meta[name=keywords]')?.content ?? ''
  const all = (given.length > 0 ? given : [own]).flatMap((text) => text.split(','))
  const words = all.map((word) => word.trim()).filter((word) => word !== '' && word.length <= LONGEST_KEYWORD)
  return [...new Set(words)].slice(0, MOST_KEYWORDS)
}
