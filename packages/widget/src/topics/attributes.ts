import { reflect } from '../elements/reflect.ts'

export const VIEWS = ['tree', 'breadcrumb', 'picker', 'page'] as const
export type View = (typeof VIEWS)[number]

/** What the attributes of the element ask for, besides who speaks and in which language. */
export type Options = {
  view: View
  tree: string
  /** Which topic is meant, by its id or by its path; none where both are missing. */
  topic: string | null
  path: string | null
  /** An address of the page's own with `{path}` or `{id}` in it. */
  href: string | null
  isRequired: boolean
  label: string | null
}

/** Those that the element itself does not look at. */
export const NAMES = ['tree', 'view', 'topic', 'path', 'href', 'required', 'name', 'label'] as const

export function optionsOf(host: Element): Options {
  const of = (name: (typeof NAMES)[number]): string | null => host.getAttribute(name) || null
  return {
    view: VIEWS.find((one) => one === of('view')) ?? 'tree',
    tree: of('tree') ?? 'main',
    topic: of('topic'),
    path: of('path')?.replaceAll(/^\/+|\/+$/g, '') ?? null,
    href: of('href'),
    isRequired: host.hasAttribute('required'),
    label: of('label'),
  }
}

/** Attributes as properties; what a page has set before this program came counts, too. */
export function takeProperties(host: HTMLElement): void {
  const kind = host.constructor as typeof HTMLElement
  const names = NAMES.filter((name) => name !== 'required')
  if (!Object.hasOwn(kind.prototype, 'tree')) reflect(kind, names)
  for (const name of names) {
    if (!Object.hasOwn(host, name)) continue
    const value: unknown = Reflect.get(host, name)
    Reflect.deleteProperty(host, name)
    Reflect.set(host, name, value)
  }
}
