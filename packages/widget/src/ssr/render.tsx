import { renderToString } from 'preact-render-to-string'
import { type Order, ORDERS } from '../thread/options.ts'
import { Thread } from '../thread/parts/thread.tsx'
import { Around } from '../thread/parts/use-thread.ts'
import type { Opening } from '../thread/state/model.ts'
import { show } from '../thread/state/opened.ts'
import { Store } from '../thread/state/store.ts'
import { serverWords } from './server-words.ts'

export type RenderOptions = {
  locale: string
  sort: string
  /** Where the service is. */
  base: string
}

/** The inside of `<palaver-thread>` as HTML: it reads well as it is, and the element takes it over as it stands. */
export function renderThread(opening: Opening, { locale, sort, base }: RenderOptions): string {
  const words = serverWords(locale)
  const thread = renderToString(
    <Around.Provider value={{ store: storeOf(opening, { locale, sort, base }), words, now: 0 }}>
      <Thread />
    </Around.Provider>,
  )
  const note = renderToString(
    <noscript>
      <p class="notice" part="notice" lang={words.locale} dir={words.dir}>
        {words.say('thread.noscript')}
      </p>
    </noscript>,
  )
  const style = renderToString(<link rel="stylesheet" href={`${base}/embed/${__STYLE__}`} />)
  const data = `<script type="application/json">${asJson(opening)}</script>`
  return `<template shadowrootmode="open">${style}<div class="palaver">${thread}</div>${note}${data}</template>`
}

function storeOf(opening: Opening, { locale, sort, base }: RenderOptions): Store {
  const { org, discussion } = opening
  const resource = discussion?.resource ?? { type: '', id: '' }
  const order: Order = ORDERS.find((one) => one === sort) ?? 'best'
  const options = { base, org: org.id, resource, order, view: null, locale, live: false, token: null }
  const store = new Store(options, { token: null, asked: Promise.resolve(null), emit: () => {} })
  show(store, opening)
  return store
}

/** Nothing in it can end the element that it stands in. */
const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
