import { type Collection, createStore, type Store } from '@palaver/store'
import { afterAll, beforeAll, describe } from 'vitest'
import type { TestEngine } from '../../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { comments, discussions } from '../../collections.ts'
import { type Discussion, type LayoutName, LAYOUTS, type Order, ORDERS } from '../../model.ts'
import { realWorld } from '../../world.ts'
import { emptyEmbedded } from '../embedded/writes.ts'
import { pages } from '../hybrid/collection.ts'
import { hybridLayout } from '../hybrid/hybrid.ts'
import type { Layout, Place } from '../layout.ts'
import { createLayouts } from '../layouts.ts'

/** A discussion of its own on a store that a suite shares. */
export type Ground = {
  store: Store
  layout: Layout
  place: Place
  /** A place that the discussion is moving to. */
  target: Place
  discussions: Collection<Discussion>
}

export type Shared = { open(layout: LayoutName, order: Order): Promise<Ground> }

const COLLECTIONS = [discussions, comments, pages]

/** Pages so small that a conversation of a test has several. */
const SMALL_PAGES = { comments: 4, stubs: 4 }

let made = 0

/** One store for a suite; every `open` begins a discussion in it. */
export function sharedStore(engine: TestEngine): Shared {
  let store: Store
  let layouts: Readonly<Record<LayoutName, Layout>>
  beforeAll(async () => {
    store = createStore(await engine.open(COLLECTIONS))
    layouts = { ...createLayouts(store, realWorld), hybrid: hybridLayout(store, realWorld, SMALL_PAGES) }
  })
  afterAll(() => store.close())
  return {
    async open(name, order) {
      const discussion = blankDiscussion(`d${made++}`, name, order)
      const all = store.collection(discussions)
      await all.insert(discussion)
      const { _id, home, epoch, moving } = discussion
      const place = { discussion: _id, home, order, epoch }
      const target = { ...place, home: moving?.home ?? '' }
      return { store, layout: layouts[name], place, target, discussions: all }
    },
  }
}

/** A discussion in which nothing was said, on its way to another place. */
export function blankDiscussion(_id: string, layout: LayoutName, order: Order): Discussion {
  const at = '2026-01-01T00:00:00.000Z'
  const home = `${_id}first`
  return {
    _id,
    org: 'org',
    resource: { type: 'page', id: _id },
    title: null,
    url: null,
    created: at,
    settings: {},
    layout,
    order,
    home,
    epoch: 1,
    switching: null,
    moving: { layout, order, home: `${_id}next`, id: `${_id}move`, at },
    arrived: null,
    cuts: [],
    comments: 0,
    counted: 0,
    rev: 1,
    embedded: layout === 'embedded' ? { [home]: emptyEmbedded() } : {},
  }
}

/** The same suite on every engine, for every layout in every order. */
export function describeLayouts(name: string, suite: (open: () => Promise<Ground>) => void): void {
  describeEngines(name, (engine) => {
    const shared = sharedStore(engine)
    for (const layout of LAYOUTS)
      for (const order of ORDERS)
        describe(`${layout}, ${order}`, () => {
          suite(() => shared.open(layout, order))
        })
  })
}
