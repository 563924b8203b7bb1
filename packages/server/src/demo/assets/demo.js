/** The demo's own script: who the visitor is, light and dark, and what is still under way. */
const KEPT = 'demo:as'
const GUEST_KEPT = 'demo:guest'
const THEME = 'demo:theme'
const CONSENT = 'demo:consent'
const FIRST = 'ada'
const NOBODY = 'nobody'
const ELEMENTS = ['palaver-thread', 'palaver-bell', 'palaver-topics', 'palaver-feed', 'palaver-person', 'palaver-ad']

const all = (selector) => [...document.querySelectorAll(selector)]

/** Kept for this tab alone, so that two tabs can be two people. */
const chosen = () => sessionStorage.getItem(KEPT) ?? FIRST

async function tokenFor(as) {
  const answer = await fetch(`/demo/token?as=${encodeURIComponent(as)}`)
  if (!answer.ok) throw new Error(`The demo gave no token (${answer.status}).`)
  return (await answer.json()).token
}

/** A guest stays the same guest as long as the tab is there, whichever element asks first. */
let guest = null
const guestToken = () => (guest ??= sessionStorage.getItem(GUEST_KEPT) ?? newGuest())

async function newGuest() {
  const token = await tokenFor('guest')
  sessionStorage.setItem(GUEST_KEPT, token)
  return token
}

/** The elements ask again when a token has expired. Nobody tells a guest of anything: there is no bell for one. */
function identity(as, element) {
  if (as === NOBODY || (as === 'guest' && element === 'palaver-bell')) return null
  return as === 'guest' ? async () => guestToken() : () => tokenFor(as)
}

function introduceElements(as) {
  for (const name of ELEMENTS)
    void customElements.whenDefined(name).then(() => {
      if (chosen() === as) for (const element of all(name)) element.setToken(identity(as, name))
    })
}

function introduce(as) {
  for (const button of all('[data-be]')) button.setAttribute('aria-pressed', String(button.dataset.be === as))
  showFor(as)
  introduceElements(as)
  void askAgain(as)
  const other = all(`[data-be]:not([data-be="${as}"], [data-rare])`)[0]
  for (const link of all('[data-beside]')) {
    const url = new URL(link.href)
    url.searchParams.set('as', other.dataset.be)
    link.href = url.href
    link.textContent = `open this page beside it as ${other.textContent}`
  }
}

/** Who is rarely chosen has a place in the bar while they are; what is for one alone, or for nobody, shows to these. */
function showFor(as) {
  const isSomebody = as !== NOBODY && as !== 'guest'
  for (const button of all('[data-rare]')) button.hidden = button.dataset.be !== as
  const row = document.querySelector('.people')
  const chosenOne = row.querySelector('[aria-pressed="true"]')
  // On a narrow screen the row is longer than the bar.
  if (chosenOne !== null) row.scrollLeft = chosenOne.offsetLeft - (row.clientWidth - chosenOne.offsetWidth) / 2
  for (const button of all('[data-elsewhere]')) button.hidden = button.dataset.be === as
  for (const part of all('[data-own]')) part.hidden = part.dataset.own !== as
  for (const part of all('[data-somebody]')) part.hidden = !isSomebody
  for (const part of all('[data-nobody]')) part.hidden = isSomebody
}

/** What is not for everybody is shown to whom it is for: the page itself is written for a reader whom nobody knows. */
async function askAgain(as) {
  const place = document.querySelector('[data-perhaps]')
  if (place === null) return
  const token = await (identity(as, 'palaver-topics')?.() ?? null)
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(place.dataset.perhaps, { headers })
  if (chosen() === as) showPerhaps(place, answer.ok ? await answer.json() : null)
}

function showPerhaps(place, found) {
  place.querySelector('[data-perhaps-shown]')?.remove()
  place.querySelector('[data-perhaps-not]').hidden = found !== null
  if (found === null) return
  const shown = document.createElement('div')
  shown.dataset.perhapsShown = ''
  shown.append(place.querySelector('[data-perhaps-so]').content.cloneNode(true))
  const { topic } = found
  const title = found.title ?? topic?.name ?? found.author?.name ?? ''
  document.title = `${title} · The Long Table`
  for (const heading of shown.querySelectorAll('[data-perhaps-title]')) heading.textContent = title
  if (typeof topic === 'string')
    for (const way of shown.querySelectorAll('[view="breadcrumb"]')) way.setAttribute('topic', topic)
  place.append(shown)
  introduceElements(chosen())
}

function be(as) {
  sessionStorage.setItem(KEPT, as)
  for (const note of all('[data-bar-note]')) note.hidden = true
  introduce(as)
}

/** `?as=bo` makes this tab Bo's, and is then taken out of the address. */
function takeFromAddress() {
  const url = new URL(location.href)
  const as = url.searchParams.get('as')
  if (as === null) return
  if (document.querySelector(`[data-be="${CSS.escape(as)}"]`) !== null) sessionStorage.setItem(KEPT, as)
  url.searchParams.delete('as')
  history.replaceState(null, '', url)
}

/** `?preview=…` shows an ad in its place, to who runs the magazine: the desk leads here. */
function previewFromAddress() {
  const url = new URL(location.href)
  const creative = url.searchParams.get('preview')
  if (creative === null) return
  for (const element of all('[ads], palaver-ad')) element.setAttribute('preview', creative)
}

/** What a site would ask its readers; here the desk has a switch for it. */
function agree() {
  if (localStorage.getItem(CONSENT) === null) return
  for (const element of all('[ads], palaver-ad')) element.setAttribute('consent', '')
}

function askWho() {
  for (const note of all('[data-bar-note]')) {
    note.textContent = 'Choose who you are, up here: no password is needed in the demo.'
    note.hidden = false
  }
  document.querySelector('[data-be]')?.focus()
}

function dress(theme) {
  document.documentElement.dataset.theme = theme ?? 'auto'
  for (const element of all([...ELEMENTS, 'palaver-count'].join())) element.setAttribute('theme', theme ?? 'auto')
}

function changeTheme() {
  const { theme: now } = document.documentElement.dataset
  const isDark = now === 'dark' || (now !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = isDark ? 'light' : 'dark'
  localStorage.setItem(THEME, theme)
  dress(theme)
}

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

/** Asks again and again, while the page is looked at, until it is told that there is no more to come. */
function watch(path, seconds, look) {
  const again = async () => {
    let isOver = false
    if (document.visibilityState === 'visible') isOver = await fetch(path).then(look, () => false)
    if (!isOver) setTimeout(() => void again(), seconds * 1000)
  }
  setTimeout(() => void again(), seconds * 1000)
}

async function showGrowth(answer) {
  const { growth } = await answer.json()
  const note = document.querySelector('[data-growing]')
  const text = note.querySelector('[data-growing-text]')
  if (growth === null) {
    text.textContent = 'This discussion is complete now.'
    note.querySelector('progress').remove()
    for (const thread of all('palaver-thread')) thread.refresh?.()
    return true
  }
  const number = (count) => count.toLocaleString('en')
  text.textContent = `This discussion is still being written: ${number(growth.done)} of ${number(growth.total)} comments are there.`
  note.querySelector('progress').value = growth.done
  return false
}

async function lookForMail(answer) {
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-outbox]')
  const isNew = fresh.dataset.outbox !== document.querySelector('[data-outbox]').dataset.outbox
  document.querySelector('[data-new-mail]').hidden = !isNew
  return isNew
}

previewFromAddress()
agree()
takeFromAddress()
introduce(chosen())
if (localStorage.getItem(THEME) !== null) dress(localStorage.getItem(THEME))
for (const button of all('[data-be]')) button.addEventListener('click', () => be(button.dataset.be))
for (const button of all('[data-theme-switch]')) button.addEventListener('click', changeTheme)
for (const button of all('[data-copy]')) {
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', () => void copy(button))
}
document.addEventListener('palaver:login-required', askWho)
if (document.querySelector('[data-growing]') !== null) watch('/demo/growth', 1.5, showGrowth)
if (document.querySelector('[data-outbox]') !== null) watch('/demo/outbox', 4, lookForMail)
