import { type ComponentType, type JSX, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { BellMounting } from '../elements/bell-element.ts'
import { takeProperties } from '../elements/take-properties.ts'
import { takeBack } from '../elements/unreached.ts'
import { loadSocialWords } from '../i18n/social/load.ts'
import type { Words } from '../i18n/words.ts'
import css from '../style/social.css?inline'
import { Around } from '../thread/parts/use-thread.ts'
import { Store, type Token } from '../thread/state/store.ts'
import { keepWhatIsThere } from '../topics/at-first.ts'
import { AtDesk, type Desk, type Options } from './around.ts'
import { Said } from './parts/said.tsx'
import { lookAround } from './reading.ts'

const NAMES = ['view', 'person', 'post', 'order', 'person-href', 'post-href', 'compose', 'live', 'ads'] as const
const MINUTE_MS = 60_000
/** Nobody comments on it: with it the service is asked who reads, and what can be done here. */
const NO_RESOURCE = { type: 'social', id: 'feed' }

/** Fills a shadow root with people or what they wrote, and draws it anew as attributes change. */
export async function mountSocial(mounting: BellMounting, View: ComponentType): Promise<{ unmount: () => void }> {
  const { root, locale, token } = mounting
  const host = root.host as HTMLElement
  takeProperties(host, NAMES)
  const place = document.createElement('div')
  const kept = keepWhatIsThere(root, { place, css })
  const store = storeFor(mounting, host)
  void lookAround(store)
  const words = await loadSocialWords(locale)
  takeBack(root)
  root.append(place)
  const draw = (): void => {
    const desk: Desk = { host, options: optionsOf(host), token }
    render(<App store={store} words={words} desk={desk} View={View} />, place)
  }
  const changes = new MutationObserver(draw)
  changes.observe(host, { attributeFilter: [...NAMES] })
  draw()
  kept.begin()
  return {
    unmount: () => {
      changes.disconnect()
      kept.end()
      render(null, place)
      place.remove()
    },
  }
}

const optionsOf = (host: Element): Options =>
  Object.fromEntries(NAMES.map((name) => [name, host.getAttribute(name) || null])) as Options

/** That of a thread: so its editor, its dialogs and its sentences are here, too. */
function storeFor({ base, org, locale, token }: BellMounting, host: HTMLElement): Store {
  const emit: Store['emit'] = (name, detail) =>
    void host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  const shown = { resource: NO_RESOURCE, order: 'best', view: null, live: true, token: null } as const
  // Asked for at once, and not a second time by whoever needs it next.
  const asked = (async (): Promise<Token> => (typeof token === 'function' ? token() : token))().catch(() => null)
  return new Store({ base, org, locale, ...shown }, { token, asked, emit })
}

type AppProps = { store: Store; words: Words; desk: Desk; View: ComponentType }

function App({ store, words, desk, View }: AppProps): JSX.Element {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Around.Provider value={{ store, words, now }}>
      <AtDesk.Provider value={desk}>
        <div class="social" lang={words.locale} dir={words.dir}>
          <View />
          <Said />
        </div>
      </AtDesk.Provider>
    </Around.Provider>
  )
}
