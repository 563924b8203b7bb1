/** Readers who are made up, for something to be spent: they ask as pages do, tell what they saw, and seldom click. */
import { desk } from './parts.js'

const AT_ONCE = 10
const SEEN = 0.7
const CLICKED = 0.04
const pages = JSON.parse(desk.dataset.pages)

/** How many ads they were shown. */
export async function sendReaders(many) {
  let shown = 0
  for (let sent = 0; sent < many; sent += AT_ONCE) {
    const some = await Promise.all(
      Array.from({ length: AT_ONCE }, () => reads(pages[Math.floor(Math.random() * pages.length)])),
    )
    shown += some.reduce((all, one) => all + one, 0)
  }
  return shown
}

/** Each is somebody else, who agreed to be counted. */
async function reads({ zone, keywords }) {
  const person = { id: crypto.randomUUID(), consent: true }
  const body = JSON.stringify({ org: 'main', places: [{ zone }], page: { keywords }, person })
  const answer = await fetch('/v1/placements', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error((await answer.json()).detail)
  const ads = (await answer.json()).places.flatMap((place) => place.ads)
  for (const ad of ads) {
    await fetch(ad.impression, { method: 'POST' })
    if (Math.random() < SEEN) await fetch(ad.viewable, { method: 'POST' })
    // Counted, and not followed: nothing leaves this machine.
    if (Math.random() < CLICKED) await fetch(ad.click, { redirect: 'manual' })
  }
  return ads.length
}
