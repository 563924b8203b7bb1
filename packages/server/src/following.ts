import type { Consumer } from '@palaver/store'
import { startConsumers } from './comments/consumers/run.ts'
import type { Context } from './context.ts'
import { startModeration } from './moderation/consumers/run.ts'
import { startErasing } from './personal/run.ts'

type Needs = Pick<Context, 'store' | 'comments' | 'moderation' | 'people' | 'places' | 'log'>

/** Starts all that follows from events, in every module. It ends with the store. */
export function startFollowing({ store, comments, moderation, people, places, log }: Needs): Consumer[] {
  return [
    ...startConsumers({ store, needs: comments.needs, log }),
    ...startModeration({ store, needs: moderation.needs, log }),
    startErasing({ store, places, isErased: (whose) => people.isErased(whose), log }),
  ]
}
