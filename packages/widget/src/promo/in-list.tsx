import type { JSX } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import type { Store } from '../thread/state/store.ts'
import { Room } from './room.tsx'
import { Row } from './row.ts'
import { getShown, type Shown } from './shown.ts'

const rows = new WeakMap<Store, Row>()

type Among = { host: Element; resource?: { type: string; id: string } }

function rowOf(store: Store, among: Among): Row {
  const { base, org, locale } = store.options
  const asker = { ...among, base, org, locale, token: store.token }
  const row = rows.get(store) ?? new Row((count) => getShown(asker, among.host.getAttribute('ads') ?? '', count))
  rows.set(store, row)
  return row
}

/** Behind a root comment: an ad, where one belongs there. */
export function InThread({ slug }: { slug: string }): JSX.Element | null {
  const { store } = useThread()
  const pages = usePiece((state) => state.pages)
  const pinned = usePiece((state) => state.pinned)
  const arrangement = usePiece(({ order, isFlat }) => `${order} ${isFlat}`)
  const { ads, resource } = store.options
  const row = rowOf(store, { host: ads as Element, resource })
  const shown = useBehind(row, slug)
  useEffect(() => {
    const roots = pages.flatMap(({ slugs }) => slugs).filter((slug) => !pinned.includes(slug))
    row.see(roots, arrangement)
  }, [pages, pinned, arrangement])
  return shown === null ? null : <Room key={shown.ad.token} shown={shown} as="li" />
}

type InFeedProps = { after: string; host: Element; posts: readonly { id: string }[] }

/** The same behind a post. What posts say is nobody's business here: they only count. */
export function InFeed({ after, host, posts }: InFeedProps): JSX.Element | null {
  const { store } = useThread()
  const row = rowOf(store, { host })
  const shown = useBehind(row, after)
  useEffect(() => row.see(posts.map(({ id }) => id)), [posts])
  return shown === null ? null : <Room key={shown.ad.token} shown={shown} as="article" />
}

function useBehind(row: Row, key: string): Shown | null {
  const [, draw] = useReducer((times: number, _: void) => times + 1, 0)
  useEffect(() => row.subscribe(draw), [row])
  return row.behind(key)
}
