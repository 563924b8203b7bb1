import { escaped } from '../../api/markup.ts'
import type { Card } from '../topics/reading.ts'
import type { Row } from '../topics/showing.ts'
import { topicPage } from '../topics/tree.ts'
import { page } from './layout.ts'
import { count, element, label, rows, swatch } from './topic-parts.ts'

type Shown = { cards: readonly Card[]; fresh: readonly Row[]; now: number; origin: string }

/** All topics, and what is new in any of them. */
export function topicsPage({ cards, fresh, now, origin }: Shown): string {
  const body = `<div class="wide topics-page">
<header class="topic-head">
<p class="kicker">Everything in its place</p>
<h1>Topics</h1>
<p class="standfirst">What is talked about here, drawer by drawer. Open one, follow it, or begin something of your own in it.</p>
</header>
<div class="beside-tree">
<section aria-labelledby="new">
<h2 id="new">New everywhere</h2>
${rows(fresh, { now, empty: NOTHING_NEW })}
</section>
<section aria-labelledby="all" class="tree-side">
<h2 id="all">All topics</h2>
<p class="quiet hint">Be <strong>Wren</strong> (up in the bar) to arrange them: topics can then be dragged, renamed and made.</p>
${element('tree', {}, drawers(cards))}
</section>
</div>
</div>`
  return page({
    title: 'Topics · The Long Table',
    kind: 'topics-page',
    path: '/topics',
    body,
    description: 'What is talked about at The Long Table, topic by topic.',
    canonical: `${origin}/topics`,
  })
}

const NOTHING_NEW =
  '<p><strong>Nothing yet.</strong></p><p>As soon as somebody begins a discussion in a topic, it stands here.</p>'

/** The whole tree, to be read at a glance. */
export const drawers = (cards: readonly Card[]): string =>
  cards.length === 0
    ? '<p class="quiet">There are no topics yet.</p>'
    : `<ul class="drawers">${cards.map(drawer).join('\n')}</ul>`

const drawer = (card: Card): string => `<li>${swatch(card)}<div>
<a class="name" href="${escaped(topicPage(card.path))}"><bdi>${escaped(card.name)}</bdi></a> <span class="quiet number" title="${count(card.discussions, 'discussion')}">${card.discussions}</span>
${nested(card.under)}</div></li>`

const nested = (cards: readonly Card[]): string =>
  cards.length === 0
    ? ''
    : `<ul>${cards.map((card) => `<li><a href="${escaped(topicPage(card.path))}">${label(card)}</a>${nested(card.under)}</li>`).join('')}</ul>`
