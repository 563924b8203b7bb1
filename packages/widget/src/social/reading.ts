import { isSomebody, palaverOf, speakAsNobody } from '../acts/client.ts'
import { readOpening } from '../acts/opening.ts'
import { lookAtOwn } from '../acts/own.ts'
import { problemIn } from '../acts/problem-in.ts'
import type { Store } from '../thread/state/store.ts'

const UNAUTHENTICATED = 401

/** A page may be older than the token in it: it is told, and readers are not kept from what all may read. */
export async function reading<T>(store: Store, read: () => Promise<T>): Promise<T> {
  const asked = palaverOf(store)
  try {
    return await read()
  } catch (error) {
    const problem = problemIn(error)
    if (!('status' in problem) || problem.status !== UNAUTHENTICATED) throw error
    // Another read may have found that out meanwhile.
    if (asked !== palaverOf(store)) return read()
    if (!(await isSomebody(store))) throw error
    speakAsNobody(store)
    if (problem.code === 'token-expired') store.emit('palaver:login-required', { reason: 'expired' })
    else store.emit('palaver:error', problem)
    return read()
  }
}

/** Who reads, and with what one can react here. Nobody waits for it to see the first posts. */
export async function lookAround(store: Store): Promise<void> {
  const known = reading(store, () => readOpening(store)).then(
    ({ org }) => store.set({ org }),
    // Without it there is nothing to react with; what else is wrong, whoever reads the posts says.
    () => {},
  )
  await Promise.all([known, lookAtOwn(store)])
}
