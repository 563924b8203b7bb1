import { connect, discussion, type Palaver, type Thread } from '@palaver/client'
import type { Store, TokenSource } from '../thread/state/store.ts'
import { keptToken } from './tokens.ts'

type Connection = { palaver: Palaver; thread: Thread }

const connections = new WeakMap<Store, Connection>()

function connectionOf(store: Store): Connection {
  const made = connections.get(store)
  if (made !== undefined) return made
  const connection = connectAs(store, store.token ?? (() => keptToken(store.options.org)))
  if (typeof store.token === 'function') connection.palaver.asked = store.asked
  return connection
}

function connectAs(store: Store, token: TokenSource): Connection {
  const { base: url, org, resource } = store.options
  const palaver = connect({ url, org, token })
  const connection = { palaver, thread: discussion(palaver, resource) }
  connections.set(store, connection)
  return connection
}

/** From now on nobody speaks, so that what everyone may see can still be read. */
export function speakAsNobody(store: Store): void {
  connectAs(store, null)
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
