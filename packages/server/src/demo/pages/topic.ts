import { escaped } from '../../api/markup.ts'
import type { Card } from '../topics/reading.ts'
import type { SortName, Whole } from '../topics/showing.ts'
import { ZONES } from '../promo/making.ts'
import { topicPage } from '../topics/tree.ts'
import { type Alternate, page } from './layout.ts'
import { count, crumbs, element, rows, swatch } from './topic-parts.ts'
import { drawers } from './topics.ts'

export const SORTS = [
  { sort: 'activity', label: 'Newest activity' },
  { sort: 'newest', label: 'Newest' },
  { sort: 'discussed', label: 'Most discussed' },
] as const satisfies readonly { sort: SortName; label: string }[]

type Shown = Whole & {
  sort: SortName
  locale: string | null
  tongues: readonly { locale: string | null; tag: string; path: string }[]
  now: number
  origin: string
}

/** One topic: what it is about, what lies under it, and the discussions in all of that. */
export function topicPageOf(shown: Shown): string {
  const { line, card, cards, tongues, locale, origin } = shown
  const inside = `${head(card)}
${card.under.length === 0 ? '' : `<ul class="under" aria-label="Topics in it">${card.under.map(under).join('\n')}</ul>`}
${listed(shown)}`
  const body = `<div class="wide topics-page">
<h1 class="unseen">${escaped(card.name)}</h1>
<div class="above">
${crumbs(line, { isHere: true })}
${languages(shown)}
</div>
<div class="beside-tree">
<div class="topic">
${element('page', { topic: card.id, locale, ads: ZONES.topic }, inside)}
</div>
<section aria-labelledby="all" class="tree-side">
<h2 id="all"><a href="/topics">All topics</a></h2>
${element('tree', { topic: card.id, locale }, drawers(cards))}
</section>
</div>
</div>`
  return page({
    title: `${card.name} · Topics · The Long Table`,
    kind: 'topics-page',
    path: '/topics',
    body,
    ...(card.description !== null && { description: card.description }),
    canonical: `${origin}${topicPage(card.path)}`,
    alternates:
      tongues.length < 2
        ? []
        : tongues.map(({ tag, path }): Alternate => ({ tag, href: `${origin}${topicPage(path)}` })),
  })
}

/** The element has a heading of its own in this place: that of the page stands above both. */
const head = (card: Card): string => `<header class="topic-head">
${swatch(card)}
<div>
<h2 dir="auto">${escaped(card.name)}</h2>
${card.description === null ? '' : `<p class="standfirst" dir="auto">${escaped(card.description)}</p>`}
<p class="facts"><span>${count(card.discussions, 'discussion')}</span> <span>${count(card.comments, 'comment')}</span></p>
</div>
</header>`

const under = (card: Card): string => `<li>${swatch(card)}<div>
<a class="name" href="${escaped(topicPage(card.path))}"><bdi>${escaped(card.name)}</bdi></a>
${card.description === null ? '' : `<p dir="auto">${escaped(card.description)}</p>`}
<p class="facts"><span>${count(card.discussions, 'discussion')}</span></p></div></li>`

function listed({ card, list, next, sort, now }: Shown): string {
  const here = topicPage(card.path)
  const sorts = SORTS.map((one) => {
    const query = one.sort === 'activity' ? '' : `?sort=${one.sort}`
    return `<a href="${escaped(here)}${query}"${one.sort === sort ? ' aria-current="true"' : ''}>${one.label}</a>`
  })
  const more = `<p><a class="more" href="${escaped(here)}?sort=${sort}&amp;cursor=${encodeURIComponent(next ?? '')}">More discussions</a></p>`
  return `<section aria-labelledby="discussions">
<div class="list-head"><h2 id="discussions">Discussions</h2>
${list.length < 2 ? '' : `<nav class="sorts" aria-label="Order">${sorts.join('')}</nav>`}</div>
${rows(list, { now, empty: NOTHING })}
${next === null ? '' : more}
</section>`
}

const NOTHING =
  '<p><strong>Nothing has been said here yet.</strong></p><p>Choose who you are, up in the bar, and begin the first discussion.</p>'

/** Its names in other languages, each with an address of its own. */
function languages({ tongues, locale }: Shown): string {
  if (tongues.length < 2) return ''
  const links = tongues.map(({ locale: one, tag, path }) => {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
    const current = one === locale ? ' aria-current="true"' : ''
    return `<a href="${escaped(topicPage(path))}" hreflang="${escaped(tag)}" lang="${escaped(tag)}"${current}>${escaped(name)}</a>`
  })
  return `<nav class="tongues" aria-label="Languages">${links.join('')}</nav>`
}
