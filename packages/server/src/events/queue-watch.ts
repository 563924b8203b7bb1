import type { Collection, ConsumerProgress, EventLogApi } from '@palaver/store'
import type { QueueControls } from './controls.ts'
import type { QueueControl, QueueItem } from './item-model.ts'

/** A queue as an operator sees it. */
export type QueueView = {
  name: string
  state: 'running' | 'paused'
  /** Who paused or resumed it last, and when. */
  by: string | null
  since: string
  /** Events that it has yet to handle, and since when the oldest of them waits, in seconds. */
  lag: number
  oldestSeconds: number | null
  /** Events a second since somebody last looked; null for a first look. */
  rate: number | null
  /** Events that failed and wait to be tried again, and dead letters; no more than `MOST_COUNTED` are counted. */
  waiting: number
  dead: number
  /** Failures on this node since it started; null where the queue does not run here. */
  failures: number | null
}

const MOST_COUNTED = 10_000

type Needs = {
  controls: Pick<QueueControls, 'all'>
  items: Collection<QueueItem>
  log: Pick<EventLogApi, 'progress' | 'read' | 'partitionOf'>
  now: () => number
  failuresOf: (queue: string) => number | null
}

type Figures = { position: number; lag: number; oldest: number | null }

/** Looks at all queues. */
export class QueueWatch {
  readonly #needs: Needs
  /** What was seen last, by queue and partition. */
  readonly #seen = new Map<string, { at: number; position: number; rate: number | null }>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** As far as they concern an org: its part of the log, its events. All of it for the operator. */
  async list(org: string | null): Promise<QueueView[]> {
    const { controls, log } = this.#needs
    const partition = org === null ? undefined : log.partitionOf(org)
    const [all, progress] = await Promise.all([controls.all(), log.progress(partition)])
    const of = Map.groupBy(progress, ({ consumer }) => consumer)
    return Promise.all(
      all.map(async (control) => {
        const figures = await this.#figuresOf(of.get(control._id) ?? [])
        const rate = this.#rateOf(`${control._id}~${partition ?? ''}`, figures.position)
        return this.#viewOf(control, org, { ...figures, rate })
      }),
    )
  }

  async #viewOf(
    { _id: name, paused, by, at: since }: QueueControl,
    org: string | null,
    { lag, oldest, rate }: Figures & { rate: number | null },
  ): Promise<QueueView> {
    const { now, failuresOf } = this.#needs
    const [waiting, again, dead] = await Promise.all(
      (['waiting', 'again', 'dead'] as const).map((state) =>
        this.#needs.items.count({
          where: { ...(org !== null && { org }), queue: name, state },
          atMost: MOST_COUNTED,
        }),
      ),
    )
    return {
      name,
      state: paused ? 'paused' : 'running',
      by,
      since,
      lag,
      oldestSeconds: oldest === null ? null : Math.max(0, (now() - oldest) / 1000),
      rate,
      waiting: (waiting ?? 0) + (again ?? 0),
      dead: dead ?? 0,
      failures: org === null ? failuresOf(name) : null,
    }
  }

  async #figuresOf(progress: readonly ConsumerProgress[]): Promise<Figures> {
    const figures: Figures = { position: 0, lag: 0, oldest: null }
    for (const { partition, position, last } of progress) {
      figures.position += position
      figures.lag += Math.max(0, last - position)
      const [next] = last > position ? await this.#needs.log.read({ partition, after: position, limit: 1 }) : []
      if (next !== undefined) figures.oldest = Math.min(figures.oldest ?? Infinity, Date.parse(next.at))
    }
    return figures
  }

  #rateOf(key: string, position: number): number | null {
    const at = this.#needs.now()
    const seen = this.#seen.get(key)
    const ms = at - (seen?.at ?? at)
    // Two looks at the same moment tell nothing: the second is answered as the first.
    if (seen !== undefined && ms < 500) return seen.rate
    const rate = seen === undefined ? null : Math.max(0, ((position - seen.position) * 1000) / ms)
    this.#seen.set(key, { at, position, rate })
    return rate
  }
}
