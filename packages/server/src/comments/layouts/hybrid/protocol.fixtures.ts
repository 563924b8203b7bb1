import { createStore, type Engine, openSqlite } from '@palaver/store'
import { END, keyOf } from '../../keys.ts'
import type { Comment } from '../../model.ts'
import { comment } from '../conformance/conversation.ts'
import { pages } from './collection.ts'
import { pageOf } from './fill.ts'
import { part } from './hybrid.fixtures.ts'
import { pageId, type Series } from './series.ts'
import { together } from './together.ts'

export const at = (number: number): Comment => comment(part(number), { ms: number })

/** What the first page holds; what is written lies between. */
export const FIRST = [10, 20, 30, 40].map(at)
export const FIRST_PAGE = pageId({ home: 'h' }, '')

export type Acting = { engine: Engine; sleep: (ms?: number) => Promise<void> }

/** The same in every run of a schedule. */
export const worldOf = ({ sleep }: Pick<Acting, 'sleep'>) => ({
  sleep,
  random: () => 0,
  now: () => 0,
  newId: () => 'id',
})

/** A limit of 4 is reached by the first page; of 9 it is not. */
export function seriesOf({ engine, sleep }: Acting, limit: number): Series<Comment> {
  const world = worldOf({ sleep })
  const store = createStore(engine, world)
  return {
    pages: store.collection(pages),
    settle: () => store.events.settle(),
    world,
    together: together(),
    home: 'h',
    keyOf: (item) => keyOf('chronological', item),
    limit,
  }
}

export function openEmpty(): Promise<Engine> {
  let versions = 0
  const firstVersion = () => (versions += 1_000)
  return openSqlite({ file: ':memory:', collections: [pages], partitions: 1, firstVersion })
}

export async function openWithFirstPage(): Promise<Engine> {
  const engine = await openEmpty()
  await engine.insert(pages, pageOf({ home: 'h' }, { from: '', until: END }, FIRST), [])
  return engine
}
