import { escaped } from '../../api/markup.ts'
import { ARTICLES, pathOf } from '../articles.ts'
import { SITE, ZONES } from '../promo/making.ts'
import { page } from './layout.ts'

/** Where ads can stand: a page, its place for them, and what it is about. */
const PLACES = [
  ...ARTICLES.map(({ title, tags }) => ({ label: `Below “${title}”`, zone: ZONES.thread, words: tags })),
  { label: 'In the news', zone: ZONES.feed, words: [] },
  { label: 'On a topic page', zone: ZONES.topic, words: [] },
  { label: 'On the front page', zone: ZONES.front, words: [] },
]

/** An article in whose conversation there is always room. */
const SHOWN_IN = pathOf(ARTICLES[0] ?? { id: '' })

/** Where the magazine looks after its ads. Whoever looks at it here is Wren, who runs the magazine. */
export function deskPage(): string {
  const pages = JSON.stringify(PLACES.map(({ zone, words }) => ({ zone, keywords: words })))
  const body = `<div class="wide desk promo-desk" data-desk data-site="${SITE}" data-place="${SHOWN_IN}" data-pages="${escaped(pages)}">
<h1>Ads desk</h1>
<p class="standfirst">What the magazine shows beside its conversations, who pays for it, and why it was shown. This is the desk of Wren, who runs the magazine, whoever you are at the top.</p>
<p class="switch"><label><input type="checkbox" role="switch" data-desk-switch disabled> Show ads in the magazine</label>
<span class="quiet">See them <a href="${SHOWN_IN}#talk" target="_blank">between comments</a>, <a href="/news" target="_blank">in the news</a>, <a href="/topics/small-places" target="_blank">on a topic page</a> and <a href="/" target="_blank">at the foot of the front page</a>.</span></p>
<p class="switch"><label><input type="checkbox" role="switch" data-desk-consent> I agree to be counted</label>
<span class="quiet">As a reader of the magazine, in this browser. Only then is it known how often you have seen something; else nothing of you is kept.</span></p>
<p class="note" role="alert" data-desk-problem hidden></p>

<h2>Campaigns</h2>
<p class="note" data-desk-off hidden>Ads are switched off: nothing is shown, and nothing is spent.</p>
<p class="buttons"><button type="button" data-desk-readers>Let a hundred readers come by</button>
<span class="quiet">They are made up; what they see is billed as if they were not.</span></p>
<p class="status" role="status" data-desk-status></p>
<div data-desk-campaigns><p class="quiet">On their way…</p></div>

<h2>A new campaign</h2>
<div class="new-campaign">
${newCampaign}
<div class="preview" aria-label="Preview" role="region">
<p class="quiet">As readers will see it</p>
<aside class="preview-card"><p class="preview-head"><span>Ad</span> <bdi data-preview="advertiser"></bdi></p>
<strong data-preview="title"></strong> <span data-preview="text"></span> <span class="preview-action" data-preview="action"></span></aside>
</div>
</div>

<h2>Why this one?</h2>
<p class="quiet">Every ad that could stand in a place, and the first rule that speaks against it at this moment, for a reader of whom nothing is known.</p>
<form class="row" data-desk-explain>
<label>Place <select name="page">${PLACES.map(
    ({ label, zone, words }) =>
      `<option data-zone="${zone}" data-words="${escaped(words.join(','))}">${escaped(label)}</option>`,
  ).join('')}</select></label>
<p class="buttons"><button type="submit">Explain</button></p>
</form>
<div data-desk-explained aria-live="polite"></div>
<script type="module" src="/demo/desk/desk.js"></script>
</div>`
  return page({ title: 'Ads desk · The Long Table', kind: 'desk-page', path: '/demo/desk', body, isIndexed: false })
}

type Field = { name: string; label: string; value?: string; wrong?: string; more: string }

const field = ({ name, label, value = '', wrong, more }: Field): string =>
  `<label>${label} <input name="${name}" value="${escaped(value)}"${wrong === undefined ? '' : ` data-wrong="${wrong}"`} ${more}></label>`

const choice = (name: string, label: string, options: Readonly<Record<string, string>>): string =>
  `<label>${label} <select name="${name}">${Object.entries(options)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join('')}</select></label>`

const text = (name: string, label: string, { value, most }: { value: string; most: number }): string =>
  field({ name, label, value, wrong: 'Say something here.', more: `required pattern=".*\\S.*" maxlength="${most}"` })

const newCampaign = `<form data-desk-form>
${text('advertiser', 'Advertiser', { value: 'Leila’s Loaves', most: 120 })}
${text('title', 'Title', { value: 'Bread that argues back', most: 80 })}
${text('text', 'Text', { value: 'A crust you can hear from across the street.', most: 200 })}
${text('action', 'On the button', { value: 'Come early', most: 30 })}
${field({
  name: 'destination',
  label: 'Where a click leads',
  value: 'https://example.com/loaves',
  wrong: 'Say an http or https address, such as https://example.com/loaves.',
  more: 'required type="url" pattern="[Hh][Tt][Tt][Pp][Ss]?://.+" maxlength="2000"',
})}
<div class="row">
${choice('model', 'Paid for', { cpm: '1,000 impressions', cpc: 'a click' })}
${field({
  name: 'price',
  label: 'Price',
  value: '4.80',
  wrong: 'Say a price above zero, in steps of 0.001.',
  more: 'required type="number" min="0.001" max="1000" step="0.001" inputmode="decimal"',
})}
${field({
  name: 'budget',
  label: 'Budget in all',
  value: '2.00',
  wrong: 'Say how much there is to spend: at least 0.01.',
  more: 'required type="number" min="0.01" max="1000000" step="0.01" inputmode="decimal"',
})}
</div>
<div class="row">
${field({ name: 'keywords', label: 'For pages about', more: 'maxlength="200" placeholder="soups, recipes"' })}
${choice('mode', 'On other pages', { boost: 'shown too', filter: 'not shown' })}
${field({
  name: 'most',
  label: 'A day, per reader',
  wrong: 'Say a whole number from 1 to 50, or nothing.',
  more: 'type="number" min="1" max="50" placeholder="any number"',
})}
</div>
<p class="buttons"><button type="submit" class="primary">Create and start</button> <button type="submit" value="draft">Create a draft</button></p>
</form>`
