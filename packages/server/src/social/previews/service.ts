import { setTimeout as after } from 'node:timers/promises'
import type { Store } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import { idOf, pageOf, whyNot } from './address.ts'
import { previews } from './collections.ts'
import { isStale } from './lease.ts'
import { ASK_MS, KEPT_MS } from './limits.ts'
import { type KeptPreview, NEVER, NOBODY, NOTHING_SAID, type Preview, type Said, viewOf } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { type OnError, Worker } from './worker.ts'

export type PreviewsOptions = Omit<Needs, 'previews'> & {
  store: Store
  onError: OnError
  /** Where it is false nothing is fetched: what is there is shown. */
  enabled?: boolean
  askMs?: number
}

/** What became of a link that somebody is about to post. */
export type Asked = ({ state: 'ready' } & Preview) | { state: 'wanted' | 'none' }

const LOOK_MS = 100
/** Those of a page of posts are found by one query. */
const MOST_IDS = 100
/** Those that reading has found old or missing, and that are being noted. */
const MOST_NOTING = 32

/** What the pages say to which posts link. It is fetched by the service alone, never by whoever looks at a post. */
export class Previews {
  readonly #needs: Needs
  readonly #options: PreviewsOptions
  readonly #worker: Worker
  readonly #noting = new Set<Promise<void>>()
  #stop: (() => Promise<void>) | null = null

  constructor({ store, ...options }: PreviewsOptions) {
    this.#options = { store, ...options }
    this.#needs = { ...options, previews: store.collection(previews) }
    this.#worker = new Worker(this.#needs)
  }

  /** Begins to fetch what is wanted, going on where it was. */
  start(): void {
    if (this.#options.enabled === false) return
    this.#stop = this.#worker.start(this.#options.onError).stop
  }

  /** What was being fetched is left to others, or to the next start. */
  async close(): Promise<void> {
    await this.#stop?.()
    this.#stop = null
    await Promise.all(this.#noting)
  }

  /** Resolves when all that is due now has been fetched. */
  async drained(): Promise<void> {
    await Promise.all(this.#noting)
    if (this.#options.enabled !== false) await this.#worker.drain()
  }

  /** Notes that a preview is wanted, or wanted anew where it is old. An address that is not for us has none. */
  async want(org: string, url: string): Promise<void> {
    if (this.#options.enabled === false || whyNot(url, this.#needs.allowPrivate) !== undefined) return
    const [due, expires] = [timeOf(this.#needs), timeOf(this.#needs, KEPT_MS)]
    const { changed } = await this.#needs.previews.change(idOf(org, url), (kept, to) => {
      if (kept === null) return to.insert(fresh({ org, url, due, expires }))
      return isStale(this.#needs, kept) ? to.change({ $set: { due, expires, attempts: 0 } }) : null
    })
    if (changed) this.#worker.nudge()
  }

  /** Those that are there, by the addresses as they were given. What is old or missing is fetched for the next time. */
  async of(org: string, urls: readonly string[]): Promise<ReadonlyMap<string, Preview>> {
    const asked = [...new Set(urls)].filter((url) => URL.canParse(url))
    const known = await this.#known([...new Set(asked.map((url) => idOf(org, url)))])
    const found = new Map<string, Preview>()
    for (const url of asked) {
      const kept = known.get(idOf(org, url))
      if (kept?.state === 'ready') found.set(url, viewOf(kept, url))
      if (kept === undefined || isStale(this.#needs, kept)) this.#note(org, url)
    }
    return found
  }

  /** For who knows what a page says, and that it is not to be fetched: it stays as it is told. */
  async tell(org: string, url: string, said: Partial<Said>): Promise<void> {
    const known = { ...NOTHING_SAID, ...said, state: 'ready' as const, fetched: timeOf(this.#needs) }
    await this.#needs.previews.change(idOf(org, url), (kept, to) =>
      kept === null
        ? to.insert({ ...fresh({ org, url, due: NEVER, expires: NEVER }), ...known })
        : to.change({ $set: { ...known, due: NEVER, expires: NEVER } }),
    )
  }

  /** Whether a preview is there and shows a picture. */
  async holdsPicture(id: string, picture: string): Promise<boolean> {
    return (await this.#needs.previews.get(id))?.picture?.id === picture
  }

  /** For whoever writes a post: the preview, if it can be had in a moment. */
  async ask(org: string, url: string, signal: AbortSignal): Promise<Asked> {
    const refusal = whyNot(url, this.#needs.allowPrivate)
    if (refusal !== undefined)
      throw new Refusal('invalid', `There is no preview of this address: url ${refusal}.`, [
        { path: 'url', message: refusal },
      ])
    await this.want(org, url)
    // Where nothing is being fetched there is nothing to wait for.
    const askMs = this.#stop === null ? 0 : (this.#options.askMs ?? ASK_MS)
    const enough = AbortSignal.any([signal, AbortSignal.timeout(askMs)])
    for (;;) {
      const kept = await this.#needs.previews.get(idOf(org, url))
      if (kept?.state === 'ready') return { state: 'ready', ...viewOf(kept, url) }
      if (kept === null || kept.state === 'none') return { state: 'none' }
      // It was tried already, and is not to be had so soon.
      const isLater = kept.attempts > 0 && kept.holder === NOBODY
      if (isLater || enough.aborted) return { state: 'wanted' }
      await after(LOOK_MS, undefined, { signal: enough }).catch(() => {})
    }
  }

  async #known(ids: readonly string[]): Promise<ReadonlyMap<string, KeptPreview>> {
    const known = new Map<string, KeptPreview>()
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const some = ids.slice(at, at + MOST_IDS)
      const where = { _id: { $in: some } }
      const { docs } = await this.#needs.previews.find({ where, limit: some.length, next: false })
      for (const kept of docs) known.set(kept._id, kept)
    }
    return known
  }

  /** Reading does not wait for it. */
  #note(org: string, url: string): void {
    if (this.#noting.size >= MOST_NOTING) return
    const noting = this.want(org, url)
      .catch(this.#options.onError)
      .finally(() => this.#noting.delete(noting))
    this.#noting.add(noting)
  }
}

type New = Pick<KeptPreview, 'org' | 'url' | 'due' | 'expires'>

const fresh = ({ org, url, due, expires }: New): KeptPreview => ({
  _id: idOf(org, url),
  org,
  url: pageOf(url),
  state: 'wanted',
  ...NOTHING_SAID,
  fetched: null,
  attempts: 0,
  due,
  holder: NOBODY,
  expires,
})
