import { call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { DeadLetter, DeadLetters, DecidedDeadLetters, EventQueue } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

const LETTERS = '/v1/queues/{queue}/dead-letters'

type InQueue = { queue: string }
type Act = { act: 'redrive' | 'discard' }

/** How far each queue is with the events of the org. */
export async function queues(palaver: Palaver, options?: ReadOptions): Promise<EventQueue[]> {
  return (await call(palaver, 'GET /v1/queues', { options })).queues
}

/** Events of the org that a queue could not handle, the newest first. */
export function deadLetters(
  palaver: Palaver,
  { queue, ...wanted }: InQueue & Wanted<`GET ${typeof LETTERS}`>,
  options?: ReadOptions,
): Listing<DeadLetter, DeadLetters> {
  const itemsOf = ({ letters }: DeadLetters): readonly DeadLetter[] => letters
  return list(palaver, { operation: `GET ${LETTERS}`, path: { queue }, query: wanted, itemsOf }, options)
}

/** Has one dead letter handled once more, or removes it. */
export function decideLetter(
  palaver: Palaver,
  { queue, event, act }: InQueue & Act & { event: string },
  options?: CallOptions,
): Promise<undefined> {
  return call(palaver, `POST ${LETTERS}/{event}/${act}`, { path: { queue, event }, options })
}

/** The same for all dead letters of the org in a queue, up to 1,000 at a time: `more` says whether to go on. */
export function decideAll(
  palaver: Palaver,
  { queue, act }: InQueue & Act,
  options?: CallOptions,
): Promise<DecidedDeadLetters> {
  return call(palaver, `POST ${LETTERS}/${act}`, { path: { queue }, options })
}
