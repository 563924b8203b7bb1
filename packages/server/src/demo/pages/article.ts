import { escaped } from '../../api/markup.ts'
import { type Article, pathOf } from '../articles.ts'
import type { Growth } from '../crowd.ts'
import { readDemoFile } from '../files.ts'
import { artOf, dayOf, type Published } from './front.ts'
import type { Card } from '../topics/reading.ts'
import { ZONES } from '../promo/making.ts'
import { page } from './layout.ts'
import { crumbs } from './topic-parts.ts'

/** `line`: the way to the topic it is filed in. */
type Shown = { published: Published; growth: Growth | null; line: readonly Card[] }

export function articlePage(article: Article, { published, growth, line }: Shown): string {
  const { id, title, standfirst, kicker, author, minutes, shows, kind } = article
  const moment = published(article)
  const body = `<article class="story ${id}">
<header class="narrow">
${line.length === 0 ? '' : crumbs(line, { isHere: false })}
<p class="kicker">${escaped(kicker)}</p>
<h1>${escaped(title)}</h1>
<p class="standfirst">${escaped(standfirst)}</p>
<p class="byline"><span>${escaped(author)}</span> <time datetime="${new Date(moment).toISOString()}">${dayOf(moment)}</time> <span>${minutes} minutes</span></p>
</header>
<div class="art wide">${artOf(article)}</div>
<div class="prose narrow">
${readDemoFile(`content/${id}.html`).trim()}
</div>
</article>
<section class="talk-section narrow" aria-labelledby="talk">
<div class="talk-head">
<h2 id="talk">The conversation</h2>
<p><span class="badge">${escaped(kind)}</span> ${escaped(shows)}</p>
<p class="beside">Talk to yourself: <a href="${pathOf(article)}?as=bo#talk" data-beside target="_blank" rel="noopener">open this page beside it as Bo</a>.</p>
</div>
${article.isCrowded && growth !== null ? growing(growth) : ''}
<palaver-thread resource="article:${id}" ads="${ZONES.thread}"${attributes(article)}><p class="quiet">The conversation is on its way…</p></palaver-thread>
<noscript><p class="note">The conversation needs JavaScript on this page; <a href="/embed/thread?org=main&amp;type=article&amp;id=${id}">it can be read without</a>.</p></noscript>
</section>`
  return page({
    keywords: article.tags,
    title: `${title} · The Long Table`,
    kind: 'article-page',
    path: pathOf(article),
    body,
    description: standfirst,
  })
}

const attributes = (article: Article): string =>
  Object.entries(article.attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

/** Said as it is: what is not there yet is not shown. */
const growing = ({ done, total }: Growth): string =>
  `<p class="note" role="status" data-growing><span data-growing-text>This discussion is still being written: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} comments are there.</span> <progress max="${total}" value="${done}"></progress></p>`
