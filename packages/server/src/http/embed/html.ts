import { escaped, jsonInHtml } from '../../api/markup.ts'
import { pageOf } from '../../comments/service.ts'
import type { OpeningRequest } from '../../embed/opening.ts'
import type { Opening } from '../../embed/routes.ts'
import { jsonLdOf } from './json-ld.ts'

export type Asked = OpeningRequest & { theme: string; locale: string }

export type Shown = { opening: Opening; asked: Asked; /** What is inside of the element. */ children: string }

type Page = Shown & {
  /** Where the service is, without a slash at the end. */
  base: string
  /** Where this page is. */
  at: string
  style: string
  script?: string
}

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** The element with its first page inside: what a host puts into its own page. */
export function elementOf({ asked, children }: Pick<Shown, 'asked' | 'children'>): string {
  const { org, resource, sort, view, theme, locale } = asked
  const named = { resource: `${resource.type}:${resource.id}`, org, order: sort, theme, locale, view }
  const attributes = Object.entries(named).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escaped(value)}"`],
  )
  return `<palaver-thread${attributes.join('')}>${children}</palaver-thread>`
}

/** A page of its own: readable without scripts, and for search engines. */
export function htmlOf(page: Page): string {
  const { asked, base, script } = page
  const [language = ''] = asked.locale.split('-')
  const dir = RIGHT_TO_LEFT.has(language) ? ' dir="rtl"' : ''
  const isFrame = script !== undefined
  return `<!doctype html>
<html lang="${escaped(asked.locale)}"${dir} data-theme="${escaped(asked.theme)}">
<head>
${headOf(page)}
</head>
<body>
<main>
${isFrame ? '' : headingOf(page)}
${elementOf(page)}
</main>
${isFrame ? `<script>${script}</script>` : ''}
<script async src="${escaped(base)}/embed.js"></script>
</body>
</html>
`
}

const titleOf = ({ opening, asked }: Shown): string => opening.discussion?.title ?? asked.resource.id

function headOf({ opening, asked, at, style, base, script, children }: Page): string {
  const { discussion } = opening
  const canonical = (discussion === null ? null : pageOf(discussion)) ?? at
  const data = jsonLdOf(opening, at)
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(titleOf({ opening, asked, children }))}</title>`,
    `<link rel="canonical" href="${escaped(canonical)}">`,
    '<link rel="icon" href="data:,">',
    ...(script === undefined ? [] : ['<base target="_blank">']),
    ...(discussion === null || script !== undefined
      ? ['<meta name="robots" content="noindex">']
      : [
          `<link rel="alternate" type="application/atom+xml" href="${escaped(base)}/v1/discussions/${discussion.id}/feed">`,
        ]),
    `<style>${style}</style>`,
    ...(data === null ? [] : [`<script type="application/ld+json">${jsonInHtml(data)}</script>`]),
  ].join('\n')
}

function headingOf(shown: Shown): string {
  const { discussion } = shown.opening
  const link = discussion === null ? null : pageOf(discussion)
  const title = escaped(titleOf(shown))
  return `<h1 dir="auto">${link === null ? title : `<a href="${escaped(link)}">${title}</a>`}</h1>`
}
