/** Every ad that could stand in a place, and what speaks against it. */
import { call, element, find, money } from './parts.js'
import { RULES } from './rules.js'

export async function explain(form) {
  const { zone, words } = form.elements.page.selectedOptions[0].dataset
  const keywords = words === '' ? [] : words.split(',')
  const [{ verdicts }, { campaigns }] = await Promise.all([
    call('POST', '/v1/promo/explain', { places: [{ zone }], page: { keywords } }),
    call('GET', '/v1/promo/campaigns?limit=50'),
  ])
  const names = await namesOf(campaigns)
  const lines = verdicts.toSorted((a, b) => (b.droppedBy === null) - (a.droppedBy === null) || b.score - a.score)
  const about = keywords.length === 0 ? 'A page without keywords.' : `A page about ${keywords.join(' and ')}.`
  const said = lines.some(({ droppedBy }) => droppedBy === null) ? about : `${about} ${nothing(verdicts)}`
  find('explained').replaceChildren(
    element('p', { class: 'quiet' }, said),
    ...(lines.length === 0 ? [] : [table(lines, names)]),
  )
}

function nothing(verdicts) {
  if (verdicts.length === 0) return 'There is no campaign: the magazine shows an ad of its own.'
  const isOff = verdicts.every(({ droppedBy }) => droppedBy === 'site-is-on')
  return isOff ? 'Nothing is shown.' : 'Nobody pays for it now: the magazine shows an ad of its own.'
}

function table(lines, names) {
  const heads = ['Ad', 'Worth', 'Here and now'].map((label) => element('th', { scope: 'col' }, label))
  const rows = lines.map(({ flight, ecpm, score, droppedBy }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, names.get(flight) ?? flight),
      element(
        'td',
        {},
        money(Math.round(score)),
        ...(score > ecpm ? [element('small', {}, ` ${money(ecpm)}, and keywords fit`)] : []),
      ),
      element('td', {}, droppedBy === null ? element('strong', {}, 'It is shown.') : (RULES[droppedBy] ?? droppedBy)),
    ),
  )
  const caption = element('caption', {}, 'What a thousand impressions are worth here, the best first')
  return element('table', {}, caption, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows))
}

async function namesOf(campaigns) {
  const pages = await Promise.all(campaigns.map(({ id }) => call('GET', `/v1/promo/flights?campaign=${id}&limit=50`)))
  return new Map(pages.flatMap(({ flights }, at) => flights.map(({ id }) => [id, campaigns[at].name])))
}
