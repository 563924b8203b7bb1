import { ARTICLES, pathOf } from '../articles.ts'
import { SITE, ZONES } from '../promo/making.ts'
import { page } from './layout.ts'

/** Where the magazine looks after its ads. Whoever looks at it here is Wren, who runs the magazine. */
export function deskPage(): string {
  const [first] = ARTICLES
  const body = `<div class="wide desk promo-desk" data-desk data-site="${SITE}" data-place="${first === undefined ? '/' : pathOf(first)}">
<h1>Ads desk</h1>
<p class="standfirst">What the magazine shows beside its conversations, who pays for it, and why it was shown. Here you are Wren, who runs the magazine.</p>
<p class="note" role="alert" data-desk-problem hidden></p>
<p class="switch"><label><input type="checkbox" role="switch" data-desk-switch disabled> Show ads in the magazine</label>
<span class="quiet" data-desk-where>between comments, in the news, on topic pages and on the front page</span></p>

<h2>Campaigns</h2>
<div data-desk-campaigns aria-live="polite"><p class="quiet">On their way…</p></div>

<h2>A new campaign</h2>
<div class="new-campaign">
<form data-desk-form>
${field('advertiser', 'Advertiser', 'required maxlength="120" value="Leila’s Loaves"')}
${field('title', 'Title', 'required maxlength="80" value="Bread that argues back"')}
${field('text', 'Text', 'required maxlength="200" value="A crust you can hear from across the street."')}
${field('action', 'On the button', 'required maxlength="30" value="Come early"')}
${field('destination', 'Where a click leads', 'required type="url" maxlength="2000" value="https://example.com/loaves"')}
<div class="row">
<label>Paid by <select name="model"><option value="cpm">a thousand impressions</option><option value="cpc">click</option></select></label>
${field('price', 'Price', 'required type="number" min="0.001" max="1000" step="0.001" value="4.80"')}
${field('budget', 'Budget', 'required type="number" min="0.01" max="1000000" step="0.01" value="25"')}
</div>
<div class="row">
${field('keywords', 'Keywords of pages, by commas', 'maxlength="200" placeholder="soups, recipes"')}
<label>They <select name="mode"><option value="boost">bring it forward</option><option value="filter">are needed</option></select></label>
${field('most', 'Times a day for one person', 'type="number" min="1" max="50" placeholder="any"')}
</div>
<p class="buttons"><button type="submit" class="primary">Create and start</button></p>
</form>
<div class="preview" aria-label="Preview" role="region">
<p class="quiet">As readers will see it</p>
<aside class="preview-card"><p class="preview-head"><span>Ad</span> <bdi data-preview="advertiser"></bdi></p>
<strong data-preview="title"></strong> <span data-preview="text"></span> <span class="preview-action" data-preview="action"></span></aside>
</div>
</div>

<h2>Why this one?</h2>
<p class="quiet">Every ad that could stand in a place, and the first rule that speaks against it at this moment.</p>
<form class="row" data-desk-explain>
<label>Place <select name="zone">${Object.values(ZONES)
    .map((zone) => `<option>${zone}</option>`)
    .join('')}</select></label>
${field('words', 'Keywords of the page', 'maxlength="200" value="soups, recipes"')}
<p class="buttons"><button type="submit">Explain</button></p>
</form>
<div data-desk-explained aria-live="polite"></div>
<script type="module" src="/demo/desk.js"></script>
</div>`
  return page({ title: 'Ads desk · The Long Table', kind: 'desk-page', path: '/demo/desk', body, isIndexed: false })
}

const field = (name: string, label: string, attributes: string): string =>
  `<label>${label} <input name="${name}" ${attributes}></label>`
