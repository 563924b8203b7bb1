import { call } from '@palaver/client'
import type { Store } from '../thread/state/store.ts'
import { palaverOf } from './client.ts'
import { problemIn } from './problem-in.ts'
import { lookAtOwn } from './own.ts'
import { keepToken } from './tokens.ts'

/** Whoever follows a link of `palaver login-link` is who it was made for, in this browser. It works once. */
export async function signIn(store: Store, code: string): Promise<void> {
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    const { token, expires } = await call(palaverOf(store), 'POST /v1/login', { body: { code } })
    keepToken(store.options.org, { token, expires })
    palaverOf(store).asked = Promise.resolve(token)
    await lookAtOwn(store)
  } catch (error) {
    store.set({ notice: problemIn(error) })
  }
}
