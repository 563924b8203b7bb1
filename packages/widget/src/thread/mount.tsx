import { hydrate, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { loadWords } from '../i18n/load.ts'
import type { Words } from '../i18n/words.ts'
import { sheet } from '../style/sheet.ts'
import { act } from './act.ts'
import type { Options } from './options.ts'
import { Thread } from './parts/thread.tsx'
import { Around } from './parts/use-thread.ts'
import { slugInHash } from './permalink.ts'
import type { Opening } from './state/model.ts'
import { show } from './state/opened.ts'
import { Store, type Token, type TokenSource } from './state/store.ts'

const MINUTE_MS = 60_000
const LOGIN = '#palaver-login='

export type Mounting = {
  root: ShadowRoot
  options: Options
  token: TokenSource
  asked: Promise<Token>
  emit: Store['emit']
  /** An answer that is on its way already. */
  first: Promise<Opening | null>
  /** What the server has drawn here. */
  drawn: Opening | null
}

export type Mounted = { refresh: () => void; unmount: () => void }

/** Fills a shadow root with a thread. */
export async function mount({ root, options, token, asked, emit, first, drawn }: Mounting): Promise<Mounted> {
  const store = new Store(options, { token, asked, emit })
  const words = await loadWords(options.locale)
  root.adoptedStyleSheets = [sheet()]
  const place = placeIn(root)
  if (drawn === null) render(<App store={store} words={words} />, place)
  else {
    show(store, drawn)
    hydrate(<App store={store} words={words} />, place)
  }
  const opened = opening(store, drawn === null ? first : Promise.resolve(drawn))
  const stopFollowing = followAddress(store, opened)
  const stopListening = options.live ? listenLater(store, opened) : () => {}
  return {
    refresh: () => void act(store, 'open'),
    unmount: () => {
      stopFollowing()
      stopListening()
      render(null, place)
    },
  }
}

/** Drawn at once where the answer is good; whatever else there is to do comes after. */
async function opening(store: Store, first: Promise<Opening | null>): Promise<void> {
  const opened = await first
  if (opened === null) return act(store, 'open')
  if (store.state.phase !== 'ready') show(store, opened)
  store.emit('palaver:ready', { comments: opened.discussion?.comments ?? 0 })
  void act(store, 'lookAtOwn')
}

function placeIn(root: ShadowRoot): Element {
  const found = root.querySelector('.palaver')
  if (found !== null) return found
  const made = document.createElement('div')
  made.className = 'palaver'
  root.append(made)
  return made
}

function App({ store, words }: { store: Store; words: Words }): JSX.Element {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Around.Provider value={{ store, words, now }}>
      <Thread />
    </Around.Provider>
  )
}

/** The address of the page may name a comment, now or later. */
function followAddress(store: Store, opened: Promise<void>): () => void {
  const look = (): void => {
    if (location.hash.startsWith(LOGIN)) void act(store, 'signIn', location.hash.slice(LOGIN.length))
    const slug = slugInHash(location.hash)
    if (slug !== null) void act(store, 'focusOn', slug)
    else if (store.state.focus !== null) store.set({ focus: null })
  }
  void opened.then(look)
  addEventListener('hashchange', look)
  return () => removeEventListener('hashchange', look)
}

/** What happens elsewhere is heard once the first comments are there: they come first. */
function listenLater(store: Store, opened: Promise<void>): () => void {
  const leaving = new AbortController()
  void opened
    .then(() => import('../live/live.ts'))
    .then(({ follow }) => follow(store, leaving.signal))
    .catch(() => {})
  return () => leaving.abort()
}
