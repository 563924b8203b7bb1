/** A campaign from one form: an advertiser, what is shown, and on which terms. */
import { call, element, find, MICRO, money, tell } from './parts.js'
import { micro, readCampaigns, rowOf } from './campaigns.js'

const DAY_SECONDS = 86_400
/** Which field of the form the service means. */
const FIELDS = {
  destination: 'destination',
  'card.title': 'title',
  'card.text': 'text',
  'card.action': 'action',
  name: 'title',
  budget: 'budget',
  'pricing.price': 'price',
  'targeting.keywords.include': 'keywords',
  'caps.0.most': 'most',
}

export const words = (text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

export function preview(form) {
  for (const [name, value] of new FormData(form))
    for (const place of document.querySelectorAll(`[data-preview="${name}"]`)) place.textContent = value
}

/** Either all of it is there afterwards, or nothing. */
export async function create(form, isStarted) {
  for (const old of form.querySelectorAll('[aria-invalid]')) right(old)
  if (!isFilled(form)) return
  const made = []
  const add = async (kind, body) => {
    const { id } = await call('POST', `/v1/promo/${kind}`, body)
    made.push(`/v1/promo/${kind}/${id}`)
    return id
  }
  try {
    const campaign = await build(Object.fromEntries(new FormData(form)), add)
    if (isStarted) await call('POST', `/v1/promo/campaigns/${campaign}/start`)
    await readCampaigns()
    present(campaign, isStarted)
  } catch (error) {
    for (const path of made.toReversed()) await call('DELETE', path).catch(() => {})
    if (!isSaidInPlace(form, error)) throw error
  }
}

async function build(said, add) {
  const advertiser = (await knownAdvertiser(said.advertiser)) ?? (await add('advertisers', { name: said.advertiser }))
  const card = { title: said.title, text: said.text, action: said.action }
  const about = { advertiser, name: said.title, format: 'card', card, destination: said.destination }
  const creative = await add('creatives', about)
  // Who runs the magazine has looked at it in the form.
  await call('POST', `/v1/promo/creatives/${creative}/review`, { state: 'approved' })
  const terms = { name: said.title, budget: micro(said.budget), from: new Date().toISOString() }
  const campaign = await add('campaigns', { advertiser, ...terms })
  const include = words(said.keywords)
  await add('flights', {
    campaign,
    name: said.title,
    pricing: { model: said.model, price: micro(said.price) },
    pacing: 'asap',
    caps: said.most === '' ? [] : [{ per: 'campaign', most: Number(said.most), seconds: DAY_SECONDS }],
    targeting: { keywords: { include, exclude: [], mode: include.length === 0 ? 'boost' : said.mode } },
    creatives: [creative],
  })
  return campaign
}

async function knownAdvertiser(name) {
  const { advertisers } = await call('GET', '/v1/promo/advertisers?limit=100')
  return advertisers.find((one) => one.name === name.trim() && !one.isArchived)?.id
}

function present(campaign, isStarted) {
  const row = rowOf(campaign)
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector('button')?.focus({ preventScroll: true })
  const isOff = !find('switch').checked
  if (!isStarted) tell('It is a draft: preview it in place, after the second comment, and start it when you like it.')
  else tell(isOff ? 'It is running, and will be seen once ads are switched on.' : 'It is running.')
}

function isFilled(form) {
  const controls = [...form.elements].filter((one) => one.name !== '')
  const wrongs = controls.filter((one) => !one.checkValidity())
  for (const control of wrongs) wrong(control, control.dataset.wrong ?? control.validationMessage)
  if (wrongs.length === 0) checkBudget(form)
  const first = form.querySelector('[aria-invalid]')
  first?.focus()
  return first === null
}

/** What could never be shown is not sold. */
function checkBudget({ elements: { model, price, budget } }) {
  const each = micro(price.value) / (model.value === 'cpm' ? 1000 : 1)
  if (micro(budget.value) >= each) return
  const what = model.value === 'cpm' ? 'impression' : 'click'
  wrong(
    budget,
    `Too small: one ${what} costs ${money(each)}, so say at least ${Math.ceil(each / (MICRO / 100)) / 100}.`,
  )
}

function isSaidInPlace(form, { flaws = [] }) {
  const found = flaws.map(({ path, message }) => ({ control: form.elements[FIELDS[path]], message }))
  if (found.length === 0 || found.some(({ control }) => control === undefined)) return false
  for (const { control, message } of found) wrong(control, `It ${message}.`)
  found[0].control.focus()
  return true
}

function wrong(control, text) {
  const id = `wrong-${control.name}`
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(element('span', { class: 'wrong', id }, text))
}

export function right(control) {
  if (control.getAttribute('aria-invalid') === null) return
  for (const name of ['aria-invalid', 'aria-describedby']) control.removeAttribute(name)
  document.querySelector(`#wrong-${control.name}`)?.remove()
}
