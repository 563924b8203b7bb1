import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useThread } from '../../thread/parts/use-thread.ts'
import type { TokenSource } from '../../thread/state/store.ts'
import { useDesk } from '../around.ts'

type Speaking = HTMLElement & { setToken: (token: TokenSource) => void }
type ElementProps = { name: 'palaver-thread' | 'palaver-person'; of: Readonly<Record<string, string>> }

/** Another element inside of this one: with the same reader, language and look. */
export function Element({ name, of }: ElementProps): JSX.Element {
  const { store, words } = useThread()
  const { host, token } = useDesk()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = document.createElement(name) as Speaking
    const theme = host.getAttribute('theme')
    const all = { org: store.options.org, locale: words.locale, ...(theme === null ? {} : { theme }), ...of }
    for (const [attribute, value] of Object.entries(all)) element.setAttribute(attribute, value)
    // Before it is connected: so it is not there as nobody first.
    if (token !== null && token !== undefined) element.setToken(token)
    place.current?.append(element)
    return () => element.remove()
  }, [])
  return <div ref={place} />
}
