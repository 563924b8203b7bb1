import '../i18n/en-later.ts'
import '../i18n/topics/en.ts'
import { connect } from '@palaver/client'
import { render } from 'preact'
import { keptToken } from '../acts/tokens.ts'
import type { BellMounting } from '../elements/bell-element.ts'
import { takeProperties } from '../elements/take-properties.ts'
import { takeBack } from '../elements/unreached.ts'
import { loadTopicsWords } from '../i18n/topics/load.ts'
import css from '../style/topics.css?inline'
import type { Desk } from './around.ts'
import { keepWhatIsThere } from './at-first.ts'
import { NAMES, optionsOf, PROPERTIES } from './attributes.ts'
import { loadView, Views } from './views.tsx'

/** Fills a shadow root with what its element is to show, and draws it anew as attributes change. */
export async function mount(mounting: BellMounting): Promise<{ unmount: () => void }> {
  const { root } = mounting
  const host = root.host as HTMLElement
  takeProperties(host, PROPERTIES)
  const place = document.createElement('div')
  const kept = keepWhatIsThere(root, { place, css })
  const [desk] = await Promise.all([deskFor(mounting, host), loadView(optionsOf(host).view)])
  takeBack(root)
  root.append(place)
  const draw = (): void => render(<Views desk={desk} options={optionsOf(host)} />, place)
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

async function deskFor({ base, org, locale, token: given }: BellMounting, host: HTMLElement): Promise<Desk> {
  const source = given ?? (() => keptToken({ base, org }))
  // Where the page's own function cannot get a token, nobody speaks.
  const token = async () => (typeof source === 'function' ? source() : source)
  const [first, words] = await Promise.all([token().catch(() => null), loadTopicsWords(locale)])
  const palaver = connect({ url: base, org, token })
  palaver.asked = Promise.resolve(first)
  const emit: Desk['emit'] = (name, detail, cancelable = false) =>
    host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }))
  return { host, palaver, isSomebody: Boolean(first), locale, words, emit }
}
