import { escaped } from '../../api/markup.ts'
import { GUEST, PEOPLE, type Sample } from '../people.ts'

/** The same page in another language. */
export type Alternate = { tag: string; href: string }

export type Sheet = {
  title: string
  kind: string
  path: string
  body: string
  description?: string
  /** What it is about, for who chooses ads. */
  keywords?: readonly string[]
  /** Its one address, from the scheme on. */
  canonical?: string
  alternates?: readonly Alternate[]
  isIndexed?: boolean
}

const TO_BE = [
  ...PEOPLE.map((person: Sample) => ({
    id: person.id,
    label: person.short,
    title: `${person.name}, ${person.about}`,
    isRare: person.isRare === true,
  })),
  { id: GUEST.id, label: 'a guest', title: 'Somebody who only gave a name', isRare: false },
  { id: 'nobody', label: 'signed out', title: 'A reader whom the site does not know', isRare: false },
]

const PAGES = [
  { path: '/', label: 'Magazine' },
  { path: '/demo/outbox', label: 'Outbox' },
  { path: '/demo/desk', label: 'Ads desk' },
  { path: '/demo/add', label: 'Add it to your site' },
]

/** One page of the magazine. Nothing in it is script or style of its own, so a strict policy fits all of them. */
export const page = (sheet: Sheet): string => `<!doctype html>
<html lang="en" class="${sheet.kind}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(sheet.title)}</title>
${about(sheet)}<link rel="icon" href="/demo/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/demo.css">
<script async src="/embed.js"></script>
<script type="module" src="/demo/demo.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
${demoBar(sheet.path)}
<header class="masthead">
<div class="wide">
<p class="slogan">Slow news, long talks</p>
<a class="title" href="/">The Long Table</a>
<div class="tools">
<button type="button" class="icon-button" data-theme-switch aria-label="Change between light and dark">${THEME_ICON}</button>
<palaver-bell></palaver-bell>
</div>
</div>
</header>
${sections(sheet.path)}
<main id="content" tabindex="-1">
${sheet.body}
</main>
<footer class="colophon">
<div class="wide">
<p><strong>The Long Table</strong> is a made-up magazine, and all its people are made up too. The conversation below each article
is <a href="/demo/add">Palaver</a>, running on this machine.</p>
<p><a href="/docs">The API</a> <a href="/demo/outbox">Mails that were not sent</a> <a href="/demo/add">Add it to your site</a></p>
</div>
</footer>
</body>
</html>
`

/** What is said of a page for those that do not read it. */
const about = ({ description, keywords = [], canonical, alternates = [], isIndexed = true }: Sheet): string =>
  [
    ...(description === undefined ? [] : [`<meta name="description" content="${escaped(description)}">`]),
    ...(keywords.length === 0 ? [] : [`<meta name="keywords" content="${escaped(keywords.join(', '))}">`]),
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escaped(canonical)}">`]),
    ...alternates.map(({ tag, href }) => `<link rel="alternate" hreflang="${escaped(tag)}" href="${escaped(href)}">`),
  ]
    .map((line) => `${line}\n`)
    .join('')

const SECTIONS = [
  { path: '/', label: 'Articles' },
  { path: '/topics', label: 'Topics' },
  { path: '/news', label: 'News' },
  { path: '/people', label: 'People' },
]

const sections = (here: string): string => `<nav class="sections" aria-label="Magazine">
<ul class="wide">
${linksTo(SECTIONS, here)}
</ul>
</nav>`

const linksTo = (pages: readonly { path: string; label: string }[], here: string): string =>
  pages
    .map(({ path, label }) => `<li><a href="${path}"${path === here ? ' aria-current="page"' : ''}>${label}</a></li>`)
    .join('\n')

const demoBar = (here: string): string => `<nav class="demo-bar" aria-label="Demo">
<div class="wide">
<div class="you" role="group" aria-labelledby="you-are">
<span id="you-are">You are</span>
<div class="people">
${TO_BE.map(
  ({ id, label, title, isRare }) =>
    `<button type="button" data-be="${id}"${isRare ? ' data-rare hidden' : ''} aria-pressed="false" title="${escaped(title)}">${escaped(label)}</button>`,
).join('\n')}
</div>
</div>
<ul>
${linksTo(PAGES, here)}
</ul>
</div>
<p class="bar-note" role="status" data-bar-note hidden></p>
</nav>`

const THEME_ICON =
  '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/></svg>'
