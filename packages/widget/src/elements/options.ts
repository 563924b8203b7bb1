import { type Options, ORDERS } from '../thread/options.ts'
import { pageAround } from '../thread/page-around.ts'

/** What the attributes of an element ask for; what is not said is what most pages want. */
export function optionsOf(element: HTMLElement, base: string): Options {
  const of = (name: string): string | null => element.getAttribute(name)
  const order = ORDERS.find((one) => one === of('order')) ?? 'best'
  const view = of('view')
  return {
    base,
    org: of('org') ?? 'main',
    resource: resourceOf(of('resource')),
    order,
    view: view === 'flat' || view === 'threaded' ? view : null,
    locale: localeOf(element),
    live: of('live') !== 'off',
    // Pages that are made from a template have an empty one where nobody is signed in.
    token: of('token') || null,
    ads: of('ads') && element,
  }
}

/** The page's own language where none is named, as browsers write languages: some pages have `de_AT`. */
export function localeOf(element: HTMLElement): string {
  const asked = (element.getAttribute('locale') ?? document.documentElement.lang).replaceAll('_', '-')
  try {
    return Intl.getCanonicalLocales(asked)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** `type:id`, split at the first colon; without one, the page itself. */
export function resourceOf(text: string | null): Options['resource'] {
  if (text === null || text === '') return { type: 'page', id: pageAround().url }
  const at = text.indexOf(':')
  return at < 1 ? { type: 'page', id: text } : { type: text.slice(0, at), id: text.slice(at + 1) }
}
