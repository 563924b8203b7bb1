/** The desk's own script: its switches and forms, and what each of them sets in motion. */
import { attempt, call, complain, count, desk, find, tell } from './parts.js'
import { keepLooking, readCampaigns } from './campaigns.js'
import { create, preview, right } from './new-campaign.js'
import { sendReaders } from './readers.js'
import { explain } from './why.js'

const CONSENT = 'demo:consent'
const READERS = 100
const site = `/v1/promo/sites/${desk.dataset.site}`

async function readSwitch() {
  const { isOn } = await call('GET', site)
  Object.assign(find('switch'), { checked: isOn, disabled: false })
  find('off').hidden = isOn
}

async function turn({ checked: isOn }) {
  try {
    await call('PATCH', site, { isOn })
  } finally {
    await readSwitch()
  }
  tell(isOn ? 'Ads are on: open one of the pages above.' : 'Ads are off: within a second no page is given any.')
}

async function comeBy() {
  tell('They are reading…')
  const shown = await sendReaders(READERS)
  await readCampaigns()
  const all = `${count(READERS)} readers came by and were shown ${count(shown)} ads, the magazine’s own among them.`
  tell(find('switch').checked ? all : 'They came by and saw no ads: switch them on first.')
}

const form = find('form')
form.noValidate = true
form.addEventListener('input', ({ target }) => {
  right(target)
  preview(form)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(() => create(form, event.submitter?.value !== 'draft'), event.submitter ?? undefined)
})
find('explain').addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(() => explain(event.target), event.submitter ?? undefined)
})
find('switch').addEventListener('change', ({ target }) => void attempt(() => turn(target), target))
find('readers').addEventListener('click', ({ target }) => {
  if (target.getAttribute('aria-busy') === null) void attempt(comeBy, target)
})
find('consent').checked = localStorage.getItem(CONSENT) !== null
find('consent').addEventListener('change', ({ target }) =>
  target.checked ? localStorage.setItem(CONSENT, 'yes') : localStorage.removeItem(CONSENT),
)
preview(form)
void Promise.all([readSwitch(), readCampaigns()]).catch(complain).then(keepLooking)
