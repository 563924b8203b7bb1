import { PalaverError } from '@palaver/client'
import { listenToNews } from '@palaver/client/live'
import { palaverOf } from '../acts/client.ts'
import type { Store } from '../thread/state/store.ts'

type Heard = {
  post: (id: string) => void
  gone: (id: string) => void
  /** Something may have been missed. */
  reset: () => void
}

/** Hears of what comes into somebody's news and of what goes from it. Who cannot be heard is not missed. */
export async function hearNews(store: Store, signal: AbortSignal, heard: Heard): Promise<void> {
  try {
    for await (const frame of listenToNews(palaverOf(store), { signal })) {
      if (frame.event === 'post' || frame.event === 'gone') heard[frame.event](frame.data.id)
      if (frame.event === 'reset') heard.reset()
    }
  } catch (error) {
    if (!(error instanceof PalaverError)) throw error
  }
}
