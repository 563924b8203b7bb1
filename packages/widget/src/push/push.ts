import { call, type Palaver, PalaverError } from '@palaver/client'
import { pushKey, subscribe, unsubscribe } from '@palaver/client/notifications'
import type { Words } from '../i18n/words.ts'
import { keepPush, keptPush } from './kept.ts'
import { CACHE, HIDDEN, PERSON } from './shared.ts'

/** What telling somebody on this device takes. `worker` is the address of the page's own service worker. */
export type PushAround = { palaver: Palaver; org: string; worker: string; words: Words }

/** Browsers have it on pages with https only, and some not at all. */
const canPush = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this device is told; `none` where the service or the browser cannot. */
export async function pushNow({ palaver, org }: PushAround): Promise<'none' | 'on' | 'off' | 'denied'> {
  if (!canPush() || (await pushKey(palaver)) === null) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return keptPush(org) !== null && Notification.permission === 'granted' ? 'on' : 'off'
}

/** To be called as a button is pressed: browsers ask their question only then. */
export async function turnOn(around: PushAround): Promise<'on' | 'off' | 'denied'> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off'
  await bind(around)
  return 'on'
}

export async function turnOff({ palaver, org, worker }: PushAround): Promise<void> {
  const kept = keptPush(org)
  await forget(org, worker)
  if (kept !== null) await unsubscribe(palaver, kept.id).catch(ifGone)
}

/** At each visit: says that the browser is still there, and takes over a new key. What somebody else began here ends. */
export async function refreshPush(around: PushAround): Promise<void> {
  const kept = keptPush(around.org)
  if (kept === null || !canPush() || Notification.permission !== 'granted') return
  try {
    const me = await call(around.palaver, 'GET /v1/me', {})
    if (me.id === kept.person) await bind(around)
    else await forget(around.org, around.worker)
  } catch {
    // The next visit tries again; until then everything is as it was.
  }
}

/** Nobody is here: whatever comes is shown without saying from whom. */
export async function silencePush(): Promise<void> {
  if (canPush()) await caches.delete(CACHE)
}

async function bind({ palaver, org, worker, words }: PushAround): Promise<void> {
  const key = await pushKey(palaver)
  if (key === null) return
  const registration = await registered(worker)
  const old = await registration.pushManager.getSubscription()
  // A subscription works with the key that it was made with alone.
  if (old !== null && keptPush(org)?.key !== key) await old.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  const told = await subscribe(palaver, { endpoint, keys: { p256dh, auth }, key, language: words.locale })
  keepPush(org, { id: told.id, key, person: told.person })
  const cache = await caches.open(CACHE)
  await cache.put(PERSON, new Response(told.person))
  await cache.put(HIDDEN, new Response(words.say('bell.pushHidden')))
}

async function forget(org: string, worker: string): Promise<void> {
  keepPush(org, null)
  await caches.delete(CACHE)
  const registration = await registered(worker)
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

/** A worker that is only being installed cannot be subscribed with. */
async function registered(worker: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker)
  const coming = registration.installing ?? registration.waiting
  if (registration.active !== null || coming === null) return registration
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(registration)
    })
  })
}

function ifGone(error: unknown): void {
  if (!(error instanceof PalaverError) || error.problem.code !== 'not-found') throw error
}
