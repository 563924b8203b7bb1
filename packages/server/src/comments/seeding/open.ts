import type { Store } from '@palaver/store'
import { aliases, discussions } from '../collections.ts'
import { Discussions, type Opening } from '../discussions.ts'
import type { Discussion } from '../model.ts'
import type { Needs } from '../needs.ts'
import { SPAN_MS } from './times.ts'

/** Opened as long ago as the conversation takes, so that its last comment is of now; one that is there stays as it is. */
export async function openInThePast(store: Store, needs: Needs, opening: Opening): Promise<Discussion> {
  const { rulesOf, world } = needs
  const then = new Discussions({
    discussions: store.collection(discussions),
    aliases: store.collection(aliases),
    rulesOf,
    world: { ...world, now: () => world.now() - SPAN_MS },
  })
  const { discussion } = await then.open(opening)
  return discussion
}

/** Whether so much time has passed since it was opened. */
export const isOldEnough = ({ created }: Discussion, now: number): boolean => Date.parse(created) + SPAN_MS <= now
