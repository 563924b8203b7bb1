/** The desk's own script. It speaks to the API as any program would, with the token of who runs the magazine. */
const MICRO = 1_000_000
const LOOK_MS = 3000
const desk = document.querySelector('[data-desk]')
const find = (name) => desk.querySelector(`[data-desk-${name}]`)
const whole = new Intl.NumberFormat('en')
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const STATES = { draft: 'Draft', on: 'Running', paused: 'Paused', archived: 'Archived' }

let token = null
async function tokenOf() {
  token ??= (await (await fetch('/demo/token?as=wren')).json()).token
  return token
}

/** Says what went wrong in the words of the service. */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${await tokenOf()}`, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const said = answer.status === 204 ? null : await answer.json()
  if (!answer.ok) throw new Error(said.detail)
  return said
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

function button(label, act) {
  const made = element('button', { type: 'button' }, label)
  made.addEventListener('click', () => attempt(act, made))
  return made
}

async function attempt(act, control) {
  if (control !== undefined) control.disabled = true
  const problem = find('problem')
  try {
    await act()
    problem.hidden = true
  } catch (error) {
    problem.textContent = error instanceof TypeError ? 'The service cannot be reached.' : error.message
    problem.hidden = false
    if (control !== undefined) problem.scrollIntoView({ block: 'nearest' })
  } finally {
    if (control !== undefined) control.disabled = false
  }
}

const site = `/v1/promo/sites/${desk.dataset.site}`

async function readSwitch() {
  const { isOn } = await call('GET', site)
  Object.assign(find('switch'), { checked: isOn, disabled: false })
}

const rows = new Map()

async function readCampaigns() {
  const { campaigns } = await call('GET', '/v1/promo/campaigns?limit=50')
  const place = find('campaigns')
  if (rows.size === 0) place.replaceChildren()
  for (const campaign of campaigns) {
    const report = await call('GET', `/v1/promo/campaigns/${campaign.id}/report?by=hour`)
    const row = rows.get(campaign.id) ?? newRow(campaign)
    if (!rows.has(campaign.id)) place.prepend(row.made)
    rows.set(campaign.id, row)
    row.show(campaign, report.total)
  }
}

/** Made once, so that what is focused stays so while the numbers change. */
function newRow({ id, name, advertiser }) {
  const [state, numbers] = [element('span', { class: 'badge' }), element('p', { class: 'quiet' })]
  const bar = element('progress', { 'aria-label': `Part of the budget of ${name} that is spent` })
  let isOn = false
  const run = button('', async () => {
    await call('POST', `/v1/promo/campaigns/${id}/${isOn ? 'pause' : 'start'}`)
    await readCampaigns()
  })
  const report = button('Report for the advertiser', async () => {
    const { path } = await call('POST', `/v1/promo/advertisers/${advertiser}/link`)
    open(path, '_blank', 'noopener')
  })
  const buttons = element('p', { class: 'buttons' }, run, inPlace(id), report)
  const made = element('section', { class: 'campaign' }, element('h3', {}, name, ' ', state), bar, numbers, buttons)
  const show = ({ state: now, budget }, { spend, impressions, viewable, clicks, reach }) => {
    isOn = now === 'on'
    state.textContent = STATES[now]
    run.textContent = isOn ? 'Pause' : 'Start'
    Object.assign(bar, { max: budget, value: spend })
    numbers.textContent = `${money.format(spend / MICRO)} of ${money.format(budget / MICRO)} spent; ${whole.format(impressions)} impressions, ${whole.format(viewable)} viewable, ${whole.format(clicks)} clicks, about ${whole.format(reach)} people.`
  }
  return { made, show }
}

/** On a page of the magazine, whether it runs or not; nothing of it is counted. */
const inPlace = (campaign) =>
  button('Preview in place', async () => {
    const { flights } = await call('GET', `/v1/promo/flights?campaign=${campaign}&limit=1`)
    const creative = flights[0]?.creatives[0]
    if (creative === undefined) throw new Error('This campaign has nothing to show yet.')
    open(`${desk.dataset.place}?as=wren&preview=${creative}#talk`, '_blank', 'noopener')
  })

const words = (text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
const micro = (text) => Math.round(Number(text) * MICRO)

async function create(form) {
  const said = Object.fromEntries(new FormData(form))
  const { id: advertiser } = await call('POST', '/v1/promo/advertisers', { name: said.advertiser })
  const card = { title: said.title, text: said.text, action: said.action }
  const about = { advertiser, name: said.title, format: 'card', card, destination: said.destination }
  const { id: creative } = await call('POST', '/v1/promo/creatives', about)
  await call('POST', `/v1/promo/creatives/${creative}/review`, { state: 'approved' })
  const from = new Date().toISOString()
  const { id: campaign } = await call('POST', '/v1/promo/campaigns', {
    advertiser,
    name: said.title,
    budget: micro(said.budget),
    from,
  })
  const caps = said.most === '' ? [] : [{ per: 'campaign', most: Number(said.most), seconds: 86_400 }]
  const keywords = {
    include: words(said.keywords),
    exclude: [],
    mode: words(said.keywords).length === 0 ? 'boost' : said.mode,
  }
  const pricing = {
    model: said.model,
    price: said.model === 'cpm' ? Math.round(micro(said.price) / 1000) * 1000 : micro(said.price),
  }
  const flight = {
    campaign,
    name: said.title,
    pricing,
    pacing: 'asap',
    caps,
    targeting: { keywords },
    creatives: [creative],
  }
  await call('POST', '/v1/promo/flights', flight)
  await call('POST', `/v1/promo/campaigns/${campaign}/start`)
  await readCampaigns()
  rows.get(campaign)?.made.scrollIntoView({ block: 'center' })
  rows.get(campaign)?.made.querySelector('button')?.focus()
}

function preview(form) {
  for (const [name, value] of new FormData(form))
    for (const place of desk.querySelectorAll(`[data-preview="${name}"]`)) place.textContent = value
}

const RULES = { outranked: 'others are worth more' }

async function explain(form) {
  const { zone, words: text } = Object.fromEntries(new FormData(form))
  const asked = { places: [{ zone }], page: { keywords: words(text) } }
  const [{ verdicts }, { campaigns }] = await Promise.all([
    call('POST', '/v1/promo/explain', asked),
    call('GET', '/v1/promo/campaigns?limit=50'),
  ])
  const { flights } = await flightsOf(campaigns)
  const names = new Map(
    flights.map((flight) => [flight.id, campaigns.find(({ id }) => id === flight.campaign)?.name ?? flight.name]),
  )
  const head = element(
    'tr',
    {},
    ...['Ad', 'Worth', 'Here and now'].map((label) => element('th', { scope: 'col' }, label)),
  )
  const lines = verdicts
    .toSorted((a, b) => b.score - a.score)
    .map(({ flight, score, droppedBy }) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, names.get(flight) ?? flight),
        element('td', {}, money.format(score / MICRO)),
        element('td', {}, droppedBy === null ? element('strong', {}, 'is shown') : (RULES[droppedBy] ?? droppedBy)),
      ),
    )
  const body =
    lines.length === 0 ? [element('tr', {}, element('td', { colspan: 3 }, 'No campaign is running.'))] : lines
  find('explained').replaceChildren(element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)))
}

async function flightsOf(campaigns) {
  const pages = await Promise.all(campaigns.map(({ id }) => call('GET', `/v1/promo/flights?campaign=${id}&limit=50`)))
  return { flights: pages.flatMap(({ flights }) => flights) }
}

const form = find('form')
form.addEventListener('input', () => preview(form))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(() => create(form), event.submitter ?? undefined)
})
find('explain').addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(() => explain(event.target), event.submitter ?? undefined)
})
find('switch').addEventListener('change', ({ target }) =>
  attempt(() => call('PATCH', site, { isOn: target.checked }).finally(readSwitch), target),
)
preview(form)
void attempt(async () => {
  await readSwitch()
  await readCampaigns()
})
setInterval(() => document.visibilityState === 'visible' && void attempt(readCampaigns), LOOK_MS)
