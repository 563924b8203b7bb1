import { guest } from '@palaver/client/people'
import { keepToken } from './tokens.ts'
import type { Store } from '../thread/state/store.ts'
import { palaverOf } from './client.ts'
import { problemIn } from './problem-in.ts'
import { lookAtOwn } from './own.ts'

/** Somebody who only gives a name: the token is theirs for a while, in this browser. */
export async function becomeGuest(store: Store, name: string): Promise<void> {
  try {
    const { token, expires } = await guest(palaverOf(store), name)
    keepToken(store.options, { token, expires })
    palaverOf(store).asked = Promise.resolve(token)
    store.set({ asksWho: false })
    await lookAtOwn(store)
  } catch (error) {
    store.set({ notice: problemIn(error) })
  }
}
