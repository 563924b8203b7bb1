import type { Collection } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Layout, Place, Written } from './layouts/layout.ts'
import type { Discussion, LayoutName } from './model.ts'
import type { World } from './world.ts'

/** What a writer needs to find the place of a discussion's comments, and to see it move. */
export type Homes = {
  discussions: Collection<Discussion>
  layouts: Readonly<Record<LayoutName, Layout>>
  world: Pick<World, 'sleep' | 'random'>
  /** How often a writer looks at a discussion that is switching before it takes the switch back. */
  patience?: number
  /** Starts the move to a layout without limits and resolves when it is done, or another's attempt has gone on. */
  outgrow: (discussion: Discussion) => Promise<void>
}

export type AtHome = { layout: Layout; place: Place; discussion: Discussion }

/** About two seconds. */
const PATIENCE = 100
const PAUSE_MS = 20
const MOST_ATTEMPTS = 200

const placeOf = (discussion: Discussion): Place => ({
  discussion: discussion._id,
  home: discussion.home,
  order: discussion.order,
  epoch: discussion.epoch,
  seen: discussion,
  kept: {},
})

export const atHome = (homes: Pick<Homes, 'layouts'>, discussion: Discussion): AtHome => ({
  layout: homes.layouts[discussion.layout],
  place: placeOf(discussion),
  discussion,
})

/**
 * The writer's side of a change of layout: reads where the discussion is, writes, and looks again before anything is
 * acknowledged. `attempt` may be called several times and must bear that: the names of what it writes stay the same.
 * Who has just read the discussion gives it, and it is not read again before the first attempt.
 */
export async function writeAtHome<R extends { written: Written }>(
  homes: Homes,
  read: string | Discussion,
  attempt: (home: AtHome) => Promise<R>,
): Promise<R> {
  const id = typeof read === 'string' ? read : read._id
  for (let tries = 0; tries < MOST_ATTEMPTS; tries++) {
    const isReady = tries === 0 && typeof read !== 'string' && read.switching === null
    const discussion = isReady ? read : await settled(homes, id)
    const home = atHome(homes, discussion)
    const result = await attempt(home)
    if (result.written === 'full') await homes.outgrow(discussion)
    if (result.written === 'done' && (home.layout.guardsEpoch || (await isStillThere(homes, discussion)))) return result
  }
  throw new Refusal('busy', 'The discussion kept moving while this was written: try again in a moment.')
}

async function isStillThere({ discussions }: Homes, { _id, epoch }: Discussion): Promise<boolean> {
  const now = await discussions.get(_id)
  return now !== null && now.epoch === epoch && now.switching === null
}

/** The discussion, once it is not switching; who has waited too long takes the switch back. */
async function settled(homes: Homes, id: string): Promise<Discussion> {
  for (let looks = 0; ; looks++) {
    const discussion = await homes.discussions.get(id)
    if (discussion === null) throw new Refusal('discussion-not-found', 'There is no such discussion.')
    if (discussion.switching === null) return discussion
    if (looks >= (homes.patience ?? PATIENCE)) await takeBack(homes, discussion)
    else await homes.world.sleep(PAUSE_MS * (0.5 + homes.world.random()))
  }
}

async function takeBack({ discussions }: Homes, { _id, epoch, switching }: Discussion): Promise<void> {
  await discussions.update({ _id, epoch, switching }, { $set: { switching: null }, $inc: { epoch: 1 } })
}
