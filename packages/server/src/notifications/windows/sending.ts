import { Hopeless, TryLater } from '../../events/queue-model.ts'
import { faultAt } from '../../fault.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Item, Window } from '../model.ts'
import { type Closed, closeWindow, type Hold } from './closing.ts'
import { instantOf, type WindowNeeds } from './needs.ts'
import { tellingIdOf } from './telling.ts'

/** What a channel does with a window. Each part of it may run twice. */
export type Sender = {
  /** Sends what it has checked again; `empty` where nothing of it was left. */
  send: (window: Window, items: readonly Item[], signal: AbortSignal) => Promise<'sent' | 'empty'>
  /** How long to wait after each failure; one that fails once more is given up. */
  retryMs: readonly number[]
  timeoutMs: number
  /** False while nothing can be sent: windows stay open, and what comes goes out with them. */
  isReady?: () => boolean
  hold?: Hold
}

/** Nobody knows whether it has arrived: it is sent again just as it was. */
export class Unsure extends Error {
  override get name(): string {
    return 'Unsure'
  }
}

const KEPT_MS = 30 * 24 * 3_600_000
const LEASE_MS = 15_000
const RENEW_MS = 5_000
const JITTER = 0.2

type Attempt = {
  holder: string
  sender: Sender
  onError: (error: unknown) => void
  /** Ends it before its time is over. */
  cutOff?: AbortSignal
}

/** Sends a window that is due; false where somebody else does, or it is not to go out now. */
export async function sendWindow(needs: WindowNeeds, due: Window, attempt: Attempt): Promise<boolean> {
  const { holder, sender } = attempt
  const hold: Hold = async (window) => (await sender.hold?.(window)) ?? null
  const closed = await closeWindow(needs, due, { holder, leaseMs: LEASE_MS, hold })
  if (closed === null) return false
  faultAt('A10')
  if (closed.window.outcome === null && !(await sent(needs, closed, attempt))) return true
  await settle(needs, closed)
  return true
}

/** Whether its outcome is known now. */
async function sent(needs: WindowNeeds, closed: Closed, attempt: Attempt): Promise<boolean> {
  const { holder, sender, onError } = attempt
  const { windows } = needs
  const { window, items } = closed
  const isMine = { _id: window._id, state: 'closed', 'lease.holder': holder, outcome: null } as const
  const begun = await windows.update(isMine, { $set: { isBegun: true } })
  if (begun.outcome !== 'updated') return false
  const stopRenewing = keepLease(needs, window, attempt)
  try {
    const outcome = await inTime(attempt, (signal) => sender.send(window, items, signal))
    faultAt('A8')
    return await concluded(needs, closed, { outcome, error: null })
  } catch (error) {
    onError(error)
    return await failed(needs, closed, { error, retryMs: sender.retryMs, holder })
  } finally {
    stopRenewing()
  }
}

/** A lease is short, so that others soon go on where a process has died; who is at work renews it. */
function keepLease({ windows, now }: WindowNeeds, { _id }: Window, { holder, onError }: Attempt): () => void {
  const renew = (): void => {
    const until = instantOf(now() + LEASE_MS)
    const lease = { holder, until }
    windows.update({ _id, state: 'closed', 'lease.holder': holder }, { $set: { lease, next: until } }).catch(onError)
  }
  const timer = setInterval(renew, RENEW_MS)
  return () => clearInterval(timer)
}

async function inTime<T>({ sender, cutOff }: Attempt, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (why: string) => () => {
    reject(new Unsure(why))
    over.abort()
  }
  const timer = setTimeout(end(`It took longer than ${sender.timeoutMs} ms.`), sender.timeoutMs)
  const stop = end('The service was stopped meanwhile.')
  cutOff?.addEventListener('abort', stop)
  try {
    return await Promise.race([work(over.signal), promise])
  } finally {
    clearTimeout(timer)
    cutOff?.removeEventListener('abort', stop)
  }
}

type Conclusion = { outcome: NonNullable<Window['outcome']>; error: string | null }

/** It holds also where another one has taken it over meanwhile: what has been sent has been sent. */
async function concluded({ windows }: WindowNeeds, { window }: Closed, conclusion: Conclusion): Promise<true> {
  const { outcome, error } = conclusion
  await windows.update({ _id: window._id, state: 'closed' }, { $set: { outcome, error } })
  Object.assign(window, conclusion)
  return true
}

type Failure = { error: unknown; retryMs: readonly number[]; holder: string }

async function failed(needs: WindowNeeds, closed: Closed, { error, retryMs, holder }: Failure): Promise<boolean> {
  const { windows, now, random } = needs
  const { _id, attempts } = closed.window
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const isLate = error instanceof TryLater
  const waitMs = isLate ? error.afterMs : retryMs[attempts]
  if (error instanceof Hopeless || waitMs === undefined)
    return concluded(needs, closed, { outcome: 'failed', error: message })
  const next = instantOf(now() + waitMs * (1 + JITTER * random()))
  const isBegun = error instanceof Unsure
  const left = { next, lease: null, isBegun, error: message, attempts: attempts + (isLate ? 0 : 1) }
  await windows.update({ _id, state: 'closed', 'lease.holder': holder }, { $set: left })
  return false
}

/** Writes what follows from the outcome, and only then that it is done with. */
async function settle(needs: WindowNeeds, closed: Closed): Promise<void> {
  const { windows, now } = needs
  const { window, items } = closed
  const { outcome } = window
  if (outcome === null) return
  faultAt('A11')
  const expires = instantOf(now() + KEPT_MS)
  let isDone = true
  await sideBySide(items, async (item) => {
    if (!(await settleOne(needs, window, item))) isDone = false
  })
  if (!isDone) return comeAgain(needs, window)
  for (const _id of window.includes) await windows.update({ _id, into: window._id }, { $set: { expires } })
  await windows.update({ _id: window._id, state: 'closed' }, { $set: { state: outcome, lease: null, expires } })
}

/** What waits in another window by now has begun anew, and is not for this one to settle. False where it is too early. */
async function settleOne({ tellings, bury, now }: WindowNeeds, window: Window, item: Item): Promise<boolean> {
  const { channel, outcome, error } = window
  const state = outcome === 'failed' ? 'failed' : 'sent'
  const _id = tellingIdOf(item, channel)
  const here = { _id, window: { $in: [window._id, ...window.includes] } }
  const changed = instantOf(now())
  await tellings.update({ ...here, state: { $in: ['waiting', 'sending'] } }, { $set: { state, changed } })
  if (state !== 'failed') return true
  const telling = await tellings.get(_id)
  const isGivenUp = telling?.state === 'failed' && here.window.$in.includes(telling.window ?? '')
  if (!isGivenUp) return true
  return bury(channel, { org: item.org, event: item.event, error: error ?? 'It could not be sent.' })
}

async function comeAgain({ windows, now }: WindowNeeds, { _id }: Window): Promise<void> {
  const next = instantOf(now() + RENEW_MS)
  await windows.update({ _id, state: 'closed' }, { $set: { next, lease: null } })
}
