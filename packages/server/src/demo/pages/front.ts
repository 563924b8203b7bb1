import { escaped } from '../../api/markup.ts'
import { type Article, ARTICLES, pathOf } from '../articles.ts'
import { readDemoFile } from '../files.ts'
import { ZONES } from '../promo/making.ts'
import { page } from './layout.ts'

export type Published = (article: Article) => number

/** The magazine's front page: a lead, and a card for each of the others. */
export function frontPage(published: Published): string {
  const [lead, ...others] = ARTICLES
  const cards = others.map((article) => card(article, published)).join('\n')
  const body = `<div class="wide front">
<h1 class="unseen">The Long Table</h1>
<h1 class="unseen">The Long Table</h1>
${lead === undefined ? '' : card(lead, published)}
<section aria-label="More articles" class="cards">
${cards}
</section>
<palaver-ad zone="${ZONES.front}"></palaver-ad>
</div>`
  return page({ title: 'The Long Table', kind: 'front-page', path: '/', body, description: 'Slow news, long talks.' })
}

const BUBBLE =
  '<svg class="bubble" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M4 5h16v11H10l-4.5 4v-4H4z" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round"/></svg>'

const card = (article: Article, published: Published): string => `<article class="card ${article.id}">
<div class="art">${artOf(article)}</div>
<div class="words">
<p class="kicker">${escaped(article.kicker)}</p>
<h2><a href="${pathOf(article)}">${escaped(article.title)}</a></h2>
<p class="standfirst">${escaped(article.standfirst)}</p>
<p class="byline"><span>${escaped(article.author)}</span> <time datetime="${new Date(published(article)).toISOString()}">${dayOf(published(article))}</time></p>
<p class="talk"><span class="badge">${escaped(article.kind)}</span> ${BUBBLE} <span><palaver-count resource="article:${article.id}"></palaver-count> <span class="unseen">comments</span></span></p>
</div>
</article>`

export const artOf = ({ id }: Article): string => readDemoFile(`content/${id}.svg`).trim()

export const dayOf = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
