import { escaped } from '../../api/markup.ts'
import { PEOPLE } from '../people.ts'
import { ZONES } from '../promo/making.ts'
import { page } from './layout.ts'
import { HREFS } from './post-parts.ts'

export type NewsOrder = 'latest' | 'top'

const ORDERS = [
  { order: 'latest', label: 'Latest', href: '/news' },
  { order: 'top', label: 'Top', href: '/news?order=top' },
] as const

/** What those wrote whom the visitor follows; nobody follows anybody. */
export function newsPage({ order, origin }: { order: NewsOrder; origin: string }): string {
  const body = `<div class="narrow news-page">
<header class="topic-head">
<p class="kicker">From those you follow</p>
<h1>News</h1>
</header>
<div data-somebody>
<nav class="sorts" aria-label="Order">${ORDERS.map(
    (one) => `<a href="${one.href}"${one.order === order ? ' aria-current="page"' : ''}>${one.label}</a>`,
  ).join(' ')}</nav>
<palaver-feed view="news" order="${order}" ads="${ZONES.feed}" ${HREFS}></palaver-feed>
</div>
<div class="empty" data-nobody hidden>
<p><strong>News are somebody’s.</strong></p>
<p>Choose who you are: no password is needed in the demo.</p>
<p class="choose">${PEOPLE.map(be).join('\n')}</p>
</div>
<noscript><p class="note">News are for who is signed in, and that needs JavaScript here. What <a href="/people">people</a> write for everybody can be read without.</p></noscript>
</div>`
  return page({
    title: 'News · The Long Table',
    kind: 'news-page-page',
    path: '/news',
    body,
    canonical: `${origin}/news`,
    isIndexed: false,
  })
}

const be = ({ id, short }: (typeof PEOPLE)[number]): string =>
  `<button type="button" class="be" data-be="${id}" data-elsewhere aria-pressed="false">${escaped(short)}</button>`
