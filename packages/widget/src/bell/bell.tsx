import '../i18n/en-later.ts'
import { render } from 'preact'
import type { BellMounting } from '../elements/bell-element.ts'
import { loadWords } from '../i18n/load.ts'
import { refreshPush, silencePush } from '../push/push.ts'
import { adopt } from '../style/adopt.ts'
import css from '../style/bell.css?inline'
import { sheet } from '../style/sheet.ts'
import { Bell } from './parts/bell.tsx'
import { signedIn } from './signed-in.ts'

/** Fills a shadow root with a bell. Where nobody has signed in there is none. */
export async function mount(mounting: BellMounting): Promise<{ unmount: () => void }> {
  const { root, locale, org } = mounting
  const { host } = root as { host: Element & { hidden?: boolean } }
  const show = (isShown: boolean): void => void host.toggleAttribute('hidden', !isShown)
  show(false)
  const [palaver, words] = await Promise.all([signedIn(mounting), loadWords(locale)])
  if (palaver === null) {
    void silencePush()
    return { unmount: () => {} }
  }
  root.adoptedStyleSheets = [sheet()]
  adopt(root, css)
  const place = document.createElement('div')
  root.append(place)
  const worker = host.getAttribute('service-worker')
  const push = worker === null ? null : { palaver, org, worker, words }
  if (push !== null) void refreshPush(push)
  const emit = (name: string, detail: unknown): void => {
    host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
  render(<Bell palaver={palaver} words={words} show={show} emit={emit} push={push} />, place)
  return {
    unmount: () => {
      render(null, place)
      place.remove()
    },
  }
}
