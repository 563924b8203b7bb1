import { call } from '@palaver/client'
import type { Opening } from '../thread/state/model.ts'
import { show } from '../thread/state/opened.ts'
import type { Store } from '../thread/state/store.ts'
import { isSomebody, palaverOf, speakAsNobody } from './client.ts'
import { lookAtOwn } from './own.ts'
import { problemIn } from './problem-in.ts'

/** Reads the discussion from its beginning. */
export async function open(store: Store): Promise<void> {
  store.set({ phase: 'loading', problem: null })
  try {
    show(store, await readOpening(store).catch((error: unknown) => readAsNobody(store, error)))
    store.emit('palaver:ready', { comments: store.state.discussion?.comments ?? 0 })
    void lookAtOwn(store)
  } catch (error) {
    store.set({ phase: 'failed', problem: problemIn(error) })
    store.emit('palaver:error', problemIn(error))
  }
}

/** The first page, in the order that is chosen. */
export function readOpening(store: Store): Promise<Opening> {
  const { options, state } = store
  const { org, resource, view } = options
  const query = { org, ...resource, sort: state.order, ...(view === null ? {} : { view }) }
  return call(palaverOf(store), 'GET /v1/opening', { query })
}

const UNAUTHENTICATED = 401

/** A page may be older than the token in it. The host is told of it, and readers are not kept from reading. */
async function readAsNobody(store: Store, error: unknown): Promise<Opening> {
  const problem = problemIn(error)
  if (!('status' in problem) || problem.status !== UNAUTHENTICATED || !(await isSomebody(store))) throw error
  speakAsNobody(store)
  const opening = await readOpening(store)
  if (problem.code === 'token-expired') store.emit('palaver:login-required', { reason: 'expired' })
  else store.emit('palaver:error', problem)
  return opening
}
