/** Campaigns in rows: what they are, what they spend while somebody looks, and what can be done with them. */
import { button, call, count, desk, element, find, MICRO, money, tell } from './parts.js'

const LOOK_MS = 1500
const MODELS = { cpm: 'a thousand impressions', cpc: 'a click', cpa: 'a conversion', flat: 'all of it' }
const rows = new Map()
const links = new Map()

export const rowOf = (campaign) => rows.get(campaign)?.made

/** Newest first, as the service lists them. */
export async function readCampaigns() {
  const { campaigns } = await call('GET', '/v1/promo/campaigns?limit=50')
  const reports = await Promise.all(campaigns.map(({ id }) => call('GET', `/v1/promo/campaigns/${id}/report`)))
  const place = find('campaigns')
  const hints = place.querySelectorAll(':scope > p')
  for (const [at, campaign] of [...campaigns.entries()].toReversed()) {
    const row = rows.get(campaign.id) ?? (await newRow(campaign))
    if (!rows.has(campaign.id)) place.prepend(row.made)
    rows.set(campaign.id, row)
    row.show(campaign, reports[at].total)
  }
  for (const hint of hints) hint.remove()
}

/** One look after the other, while the page is in front. Trouble on the way is passed over: the next look may be better. */
export async function keepLooking() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    if (document.visibilityState === 'visible') await readCampaigns().catch(() => {})
  }
}

/** Made once, so that what is focused stays so while the numbers change. */
async function newRow(campaign) {
  const { id, name } = campaign
  const [{ name: advertiser }, { flights }] = await Promise.all([
    call('GET', `/v1/promo/advertisers/${campaign.advertiser}`),
    call('GET', `/v1/promo/flights?campaign=${id}&limit=1`),
  ])
  const [state, list] = [element('span', { class: 'badge' }), element('dl', { class: 'numbers' })]
  const bar = element('progress', { 'aria-label': `Part of the budget of ${name} that is spent` })
  const title = element('h3', {}, name, ' ', state)
  const about = element('p', { class: 'quiet' }, [advertiser, termsOf(flights[0])].filter(Boolean).join(' · '))
  const run = runButton(campaign)
  const report = reportButton({ id: campaign.advertiser, name: advertiser })
  const buttons = element('p', { class: 'buttons' }, run.made, ...previewLink(flights[0], name), report)
  const made = element('section', { class: 'campaign', 'aria-label': name }, title, about, bar, list, buttons)
  const show = (now, total) => {
    state.textContent = stateOf(now)
    run.show(now)
    Object.assign(bar, { max: Math.max(1, now.budget), value: total.spend })
    showNumbers(list, { ...total, budget: now.budget })
  }
  return { made, show }
}

function termsOf(flight) {
  if (flight === undefined) return ''
  const { pricing, caps, targeting } = flight
  const words = targeting.keywords.include
  return [
    `${money(pricing.price)} for ${MODELS[pricing.model]}`,
    ...(words.length === 0
      ? []
      : [`${targeting.keywords.mode === 'filter' ? 'only' : 'best'} beside ${words.join(', ')}`]),
    ...caps.slice(0, 1).map(({ most }) => `at most ${most} a day for one person`),
  ].join(' · ')
}

function stateOf({ state, money: { left, out }, until }) {
  if (state === 'on' && until !== null && Date.parse(until) <= Date.now()) return 'Over'
  if (state === 'on' && left === 0 && out === 0) return 'All spent'
  return { draft: 'Draft', on: 'Running', paused: 'Paused', archived: 'Ended' }[state]
}

function runButton({ id, name }) {
  let isOn = false
  const made = button('', async () => {
    const wasOn = isOn
    await call('POST', `/v1/promo/campaigns/${id}/${wasOn ? 'pause' : 'start'}`)
    await readCampaigns()
    tell(wasOn ? `“${name}” is paused: within a second it is shown nowhere.` : `“${name}” is running.`)
  })
  const show = ({ state }) => {
    isOn = state === 'on'
    made.textContent = isOn ? 'Pause' : 'Start'
    made.setAttribute('aria-label', `${isOn ? 'Pause' : 'Start'} ${name}`)
  }
  return { made, show }
}

/** On a page of the magazine, whether it runs or not; nothing of it is counted. */
function previewLink(flight, name) {
  const creative = flight?.creatives[0]
  if (creative === undefined) return []
  const href = `${desk.dataset.place}?as=wren&preview=${creative}#talk`
  const about = { class: 'button', target: '_blank', rel: 'noopener', 'aria-label': `Preview in place: ${name}` }
  return [element('a', { href, ...about }, 'Preview in place')]
}

/** A new link ends the one before it, so there is one for as long as the desk is open. */
function reportButton({ id, name }) {
  const shown = element('span', { class: 'given' })
  const made = button('Report for the advertiser', async () => {
    // Opened in the click itself: later, browsers take it for a window that nobody asked for.
    const opened = open('', '_blank')
    try {
      if (!links.has(id)) links.set(id, (await call('POST', `/v1/promo/advertisers/${id}/link`)).path)
    } catch (error) {
      opened?.close()
      throw error
    }
    const path = links.get(id)
    shown.replaceChildren(
      `For ${name}, without a password: `,
      element('a', { href: path, target: '_blank' }, 'their link'),
    )
    if (opened === null) return
    opened.opener = null
    opened.location.replace(path)
  })
  return element('span', { class: 'buttons' }, made, shown)
}

function showNumbers(list, { spend, budget, impressions, viewable, clicks, ...said }) {
  // An estimate may be a little more than there can be.
  const reach = Math.min(said.reach, impressions)
  const numbers = {
    Spent: `${money(spend)} of ${money(budget)}`,
    Impressions: count(impressions),
    'Seen for a second': count(viewable),
    Clicks: count(clicks),
    People: reach === 0 ? '–' : `about ${count(reach)}`,
  }
  const pairs = Object.entries(numbers)
  if (list.childElementCount === 0)
    list.append(...pairs.map(([name]) => element('div', {}, element('dt', {}, name), element('dd'))))
  for (const [at, [, text]] of pairs.entries()) {
    const value = list.children[at].lastElementChild
    if (value.textContent !== text) value.textContent = text
  }
}

export const micro = (text) => Math.round(Number(text) * MICRO)
