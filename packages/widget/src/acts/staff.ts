import { type Discussion, permalink, type Problem } from '@palaver/client'
import { configure } from '@palaver/client/admin'
import { act, ban as sendBan, pin as sendPin } from '@palaver/client/moderation'
import { withComments } from '../thread/state/entries.ts'
import type { Store } from '../thread/state/store.ts'
import { changeAtOnce, noticing, problemOf } from './at-once.ts'
import { palaverOf, threadOf } from './client.ts'

type Judgement = 'reject' | 'spam' | 'publish'

/** Its place stays, and shows nothing of it. */
export function takeDown(store: Store, slug: string, judgement: 'reject' | 'spam'): Promise<boolean> {
  const status = judgement === 'spam' ? 'spam' : 'rejected'
  const to = { status, html: '', author: null } as const
  return changeAtOnce(store, slug, { to, send: () => judge(store, slug, judgement) })
}

/** What it says is known again once it is up. */
export function putUpAgain(store: Store, slug: string): Promise<boolean> {
  const send = async (): Promise<void> => {
    await judge(store, slug, 'publish')
    const { comment } = await permalink(threadOf(store), { slug })
    store.set({ entries: withComments(store.state.entries, [comment]) })
  }
  return noticing(store, send, slug)
}

const judge = (store: Store, slug: string, judgement: Judgement): Promise<unknown> =>
  act(palaverOf(store), {
    act: judgement,
    discussion: store.state.discussion?.id ?? '',
    slug: slug.replaceAll('/', '.'),
  })

/** In front of the others, or back among them. */
export async function pin(store: Store, slug: string, on: boolean): Promise<boolean> {
  const before = store.state.pinned
  const others = before.filter((one) => one !== slug)
  store.set({ pinned: on ? [slug, ...others] : others })
  const isTaken = await noticing(store, () => sendPin(threadOf(store), { slug, on }), slug)
  if (!isTaken) store.set({ pinned: before })
  return isTaken
}

const DAY_MS = 86_400_000
const DAYS = { day: 1, week: 7, ever: null } as const
export type BanLength = keyof typeof DAYS

type Ban = { person: string; reason: string; length: BanLength; now: number }

/** They are told why; what speaks against it, or null. */
export function ban(store: Store, { person, reason, length, now }: Ban): Promise<Problem | null> {
  const days = DAYS[length]
  const until = days === null ? null : new Date(now + days * DAY_MS).toISOString()
  return problemOf(store, () => sendBan(palaverOf(store), { person, reason: reason.trim(), until }))
}

/** Nobody but moderators writes in it, or everyone again. */
export async function setOpen(store: Store, isOpen: boolean): Promise<boolean> {
  const before = store.state.discussion
  if (before === null) return false
  const state: Discussion['state'] = isOpen ? 'open' : 'closed'
  // One that has closed by its age would close again at once.
  const age = isOpen && before.settings.state === 'open' ? { closeAfterDays: 0 } : {}
  store.set({ discussion: { ...before, state } })
  const isTaken = await noticing(store, async () => {
    const discussion = await configure(threadOf(store), { settings: { state, ...age } })
    store.set({ discussion })
  })
  if (!isTaken) store.set({ discussion: before })
  return isTaken
}
