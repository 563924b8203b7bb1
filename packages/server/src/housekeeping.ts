import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { Comments } from './comments/service.ts'
import type { Photos } from './files/service.ts'
import type { Social } from './social/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAUSE_MS = 60_000

type Needs = {
  store: Pick<Store, 'sweep' | 'events'>
  comments: Pick<Comments, 'clearOldHomes'>
  social: { pusher: Pick<Social['pusher'], 'sweep'> }
  photos: Pick<Photos, 'sweep'>
  log: Logger
  config: { eventsKeptDays: number }
}

/** Removes what has expired or was left behind, once a minute; returns how to stop it. */
export function startHousekeeping(needs: Needs): () => Promise<void> {
  const stopping = new AbortController()
  const done = keepHouse(needs, stopping.signal)
  return async () => {
    stopping.abort()
    await done
  }
}

async function keepHouse(needs: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await cleanUp(needs, signal)
    } catch (error) {
      needs.log.warn({ err: error }, 'housekeeping failed and will be tried again')
    }
    await wait(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** In bounded steps, as long as a step says that more is left. */
async function cleanUp({ store, comments, social, photos, config }: Needs, signal: AbortSignal): Promise<void> {
  const keepMs = config.eventsKeptDays * DAY_MS
  let isMoreLeft = true
  while (isMoreLeft && !signal.aborted) {
    const steps = [
      await store.sweep(),
      await store.events.trim({ keepMs }),
      await comments.clearOldHomes(),
      await social.pusher.sweep(),
      await photos.sweep(),
    ]
    isMoreLeft = steps.includes(true)
  }
}
