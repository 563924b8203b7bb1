/** What all parts of the desk share: calls, elements, and how what happened is said. */
export const MICRO = 1_000_000
export const desk = document.querySelector('[data-desk]')
export const find = (name) => desk.querySelector(`[data-desk-${name}]`)
const whole = new Intl.NumberFormat('en')
export const count = (number) => whole.format(number)
const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
export const money = (micro) => exact.format(micro / MICRO)

let token = null

async function authorization(isFresh) {
  if (token === null || isFresh) token = (await (await fetch('/demo/token?as=wren')).json()).token
  return `Bearer ${token}`
}

/** As any program would call it, with the token of who runs the magazine. Throws the problem as the service says it. */
export async function call(method, path, body) {
  const send = async (isFresh) => {
    const headers = { authorization: await authorization(isFresh), ...(body && { 'content-type': 'application/json' }) }
    return fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const first = await send(false)
  // Tokens end while a desk is open.
  const answer = first.status === 401 ? await send(true) : first
  const said = answer.status === 204 ? null : await answer.json()
  if (!answer.ok) throw Object.assign(new Error(said.detail), { flaws: said.errors ?? [] })
  return said
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export function button(label, act) {
  const made = element('button', { type: 'button' }, label)
  made.addEventListener('click', () => attempt(act, made))
  return made
}

export const tell = (text) => (find('status').textContent = text)

export function complain(error) {
  const problem = find('problem')
  problem.textContent =
    error instanceof TypeError ? 'The service cannot be reached: is it still running?' : error.message
  problem.hidden = false
  problem.scrollIntoView({ block: 'nearest' })
}

/** What somebody asked for by a control. Whatever went wrong is said until the next attempt. */
export async function attempt(act, control) {
  control?.setAttribute('aria-busy', 'true')
  find('problem').hidden = true
  tell('')
  try {
    await act()
  } catch (error) {
    complain(error)
  } finally {
    control?.removeAttribute('aria-busy')
  }
}
