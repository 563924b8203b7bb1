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
  /** The zone of ads on its page. */
  ads: string | null
}

/** Those that the element itself does not look at. */
export const NAMES = ['tree', 'view', 'topic', 'path', 'href', 'required', 'name', 'label', 'ads'] as const

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
    ads: of('ads'),
  }
}

/** Forms ask for `required` themselves. */
export const PROPERTIES = NAMES.filter((name) => name !== 'required')
