import { Hopeless, TryLater } from '../../events/queue-model.ts'
import type { Item, Skip, Window } from '../model.ts'
import { quietUntil, waitedForQuiet } from '../windows/schedule.ts'
import type { Sender as WindowSender } from '../windows/sending.ts'
import { PUSH_RETRY_MS } from './back-off.ts'
import { type Delivered, toDevices } from './devices.ts'
import { collapsedMessage, type Tellable, topicOf } from './message.ts'
import { devicesOf, type PushNeeds, TTL_MS } from './needs.ts'
import { plainSkip } from './plain-skip.ts'
import { tellable } from './tell-one.ts'
import { isSettled, note, tellingOfPush } from './telling.ts'

const TIMEOUT_MS = 60_000

/** What is done at the end of quiet hours with all that came during them: one message. */
export const quietSender = (needs: PushNeeds): WindowSender => ({
  retryMs: PUSH_RETRY_MS,
  timeoutMs: TIMEOUT_MS,
  hold: (window) => hold(needs, window),
  send: (window, items, signal) => send(needs, { window, items, signal }),
})

/** They may have been made longer meanwhile. */
async function hold(
  needs: PushNeeds,
  { org, person, due, kind }: Window,
): ReturnType<NonNullable<WindowSender['hold']>> {
  const choices = await needs.choicesOf(org, person)
  if (waitedForQuiet(choices, Date.parse(due))) return null
  const until = quietUntil(choices, needs.now())
  return until === null ? null : { due: until, kind }
}

type Ended = { window: Window; items: readonly Item[]; signal: AbortSignal }

async function send(needs: PushNeeds, { window, items, signal }: Ended): Promise<'sent' | 'empty'> {
  const { org, more, due } = window
  const { left, reached } = await checkedAgain(needs, items, await plainSkip(needs, window, due))
  const [first, ...others] = left
  if (first === undefined) return 'empty'
  const isPrivate = await needs.privatePreviews(org)
  const tag = topicOf(window._id)
  const delivered = await toDevices(needs.sender, await devicesOf(needs, window), {
    reached,
    messageIn: (language) =>
      collapsedMessage([first, ...others], { count: left.length + more, tag, language, isPrivate }),
    ttlSeconds: TTL_MS / 1000,
    urgency: left.some(({ item }) => item.reason === 'mention') ? 'high' : 'normal',
    signal,
  })
  return concluded(needs, left, delivered)
}

type Left = { left: Tellable[]; reached: string[] }

/** What may still be told; of the rest it is noted why not. */
async function checkedAgain(needs: PushNeeds, items: readonly Item[], skip: Skip | null): Promise<Left> {
  const left: Tellable[] = []
  const reached = new Set<string>()
  for (const item of items) {
    const telling = await tellingOfPush(needs, item)
    if (telling !== null && isSettled(telling)) continue
    for (const device of telling?.reached ?? []) reached.add(device)
    const checked = skip === null ? await needs.audiences.check(item, 'push') : { skip }
    if (checked.skip === null) left.push(tellable(needs, item, checked))
    else await note(needs, item, { state: 'skipped', skip: checked.skip })
  }
  return { left, reached: [...reached] }
}

async function concluded(needs: PushNeeds, left: readonly Tellable[], delivered: Delivered): Promise<'sent' | 'empty'> {
  const { reached, laterMs, isRefused } = delivered
  if (laterMs !== null) {
    for (const { item } of left.slice(0, 1)) await note(needs, item, { state: 'waiting', reached })
    const message = 'Not every browser could be told.'
    throw laterMs > 0 ? new TryLater(message, { afterMs: laterMs }) : new Error(message)
  }
  if (reached.length > 0) return 'sent'
  if (isRefused) throw new Hopeless('Push services refuse it.')
  for (const { item } of left) await note(needs, item, { state: 'skipped', skip: 'no-subscription' })
  return 'empty'
}
