import { connect, discussion, type Palaver, type Thread } from '@palaver/client'
import type { Store, Token, TokenSource } from '../thread/state/store.ts'
import { keptToken } from './tokens.ts'

type Connection = { palaver: Palaver; thread: Thread }

const connections = new WeakMap<Store, Connection>()

function connectionOf(store: Store): Connection {
  const made = connections.get(store)
  if (made !== undefined) return made
  const palaver = connectAs(store, store.token ?? (() => keptToken(store.options)))
  if (typeof store.token === 'function') palaver.asked = store.asked.catch(() => null)
  return keep(store, palaver)
}

/** Where the page's own function cannot get a token, nobody speaks: comments are there to be read all the same. */
function connectAs({ options: { base: url, org } }: Store, token: TokenSource): Palaver {
  const ask = async (): Promise<Token> => (typeof token === 'function' ? token() : token)
  return connect({ url, org, token: typeof token === 'function' ? () => ask().catch(() => null) : token })
}

function keep(store: Store, palaver: Palaver): Connection {
  const connection = { palaver, thread: discussion(palaver, store.options.resource) }
  connections.set(store, connection)
  return connection
}

/** For whoever came with a token that is not good: what everybody may read is there for them all the same. */
export function speakAsNobody(store: Store): void {
  keep(store, connectAs(store, null))
}

/** Whether anybody is known to speak. */
export async function isSomebody(store: Store): Promise<boolean> {
  const palaver = palaverOf(store)
  const { token } = palaver
  if (typeof token === 'function') palaver.asked ??= Promise.resolve(token())
  return Boolean(await (typeof token === 'function' ? palaver.asked : token))
}

/** The service, as the reader of a thread speaks to it. */
export const palaverOf = (store: Store): Palaver => connectionOf(store).palaver

/** The discussion that a thread shows. */
export const threadOf = (store: Store): Thread => connectionOf(store).thread
