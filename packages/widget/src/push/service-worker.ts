import { type Message, shownFor } from './message.ts'
import { CACHE, HIDDEN, PERSON } from './shared.ts'

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = Waiting & { data: { json: () => Message } | null }
type ClickEvent = Waiting & { notification: { close: () => void; data: { url: string | null } | null } }
type Window = { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }

/** The part of a worker's surroundings that is used here; the types of pages know nothing of it. */
type Surroundings = {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: {
    matchAll: (options: { type: 'window' }) => Promise<Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
  location: { href: string }
  addEventListener: ((name: 'push', hear: (event: PushEvent) => void) => void) &
    ((name: 'notificationclick', hear: (event: ClickEvent) => void) => void)
}

const worker = self as unknown as Surroundings

worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json()))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(open(new URL(notification.data?.url ?? '/', worker.location.href)))
})

async function show(message: Message): Promise<void> {
  const [person, hidden] = await Promise.all([left(PERSON), left(HIDDEN)])
  const { title, options } = shownFor(message, { person, hidden })
  await worker.registration.showNotification(title, options)
}

async function left(name: string): Promise<string | null> {
  const found = await caches.match(name, { cacheName: CACHE })
  return (await found?.text()) ?? null
}

/** In a window that has the page already, where there is one. */
async function open(to: URL): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  const here = windows.find(({ url }) => pageOf(url) === pageOf(to.href))
  if (here === undefined) await worker.clients.openWindow(to.href)
  else await Promise.all([here.focus(), here.navigate(to.href)])
}

const pageOf = (url: string): string => url.split('#')[0] ?? url
