import { type Answer, call, PalaverError } from '@palaver/client'
import type { Store } from '../thread/state/store.ts'
import { palaverOf } from './client.ts'
import { problemIn } from './problem-in.ts'
import { lookAtOwn } from './own.ts'
import { keepToken } from './tokens.ts'

type Session = Answer<'POST /v1/login'>

/** Of a page with several threads one brings the code; the others have what it was given. */
const sessions = new Map<string, Promise<Session>>()

/** Whoever follows a link of `palaver login-link` is who it was made for, in this browser. It works once. */
export async function signIn(store: Store, code: string): Promise<void> {
  try {
    const { token, expires } = await sessionFor(store, code)
    keepToken(store.options, { token, expires })
    palaverOf(store).asked = Promise.resolve(token)
    await lookAtOwn(store)
  } catch (error) {
    store.set({ notice: problemIn(error) })
  }
}

function sessionFor(store: Store, code: string): Promise<Session> {
  const known = sessions.get(code)
  if (known !== undefined) return known
  const session = redeem(store, code)
  sessions.set(code, session)
  return session
}

/** Out of the address once it is used up; a code that did not arrive stays there, for another try. */
async function redeem(store: Store, code: string): Promise<Session> {
  let isUsed = true
  try {
    return await call(palaverOf(store), 'POST /v1/login', { body: { code } })
  } catch (error) {
    isUsed = !(error instanceof PalaverError) || error.problem.code !== 'network'
    throw error
  } finally {
    if (isUsed && location.hash.endsWith(code))
      history.replaceState(history.state, '', location.pathname + location.search)
    if (!isUsed) sessions.delete(code)
  }
}
