import { connect, discussion, type Palaver, type Thread } from '@palaver/client'
import type { Store } from '../thread/state/store.ts'
import { keptToken } from './tokens.ts'

const connections = new WeakMap<Store, { palaver: Palaver; thread: Thread }>()

function connectionOf(store: Store): { palaver: Palaver; thread: Thread } {
  const made = connections.get(store)
  if (made !== undefined) return made
  const { base: url, org, resource } = store.options
  const palaver = connect({ url, org, token: store.token ?? (() => keptToken(org)) })
  if (typeof store.token === 'function') palaver.asked = store.asked
  const connection = { palaver, thread: discussion(palaver, resource) }
  connections.set(store, connection)
  return connection
}

/** Whether anybody is known to speak. */
export async function isSomebody(store: Store): Promise<boolean> {
  const palaver = palaverOf(store)
  const { token } = palaver
  if (typeof token === 'function') palaver.asked ??= Promise.resolve(token())
  return ((await (typeof token === 'function' ? palaver.asked : token)) ?? null) !== null
}

/** The service, as the reader of a thread speaks to it. */
export const palaverOf = (store: Store): Palaver => connectionOf(store).palaver

/** The discussion that a thread shows. */
export const threadOf = (store: Store): Thread => connectionOf(store).thread
