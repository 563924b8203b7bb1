import { createStore } from '@palaver/store'
import { describe, it } from 'vitest'
import { expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { expectWhole } from '../testing/recounting.ts'
import {
  type Actor,
  type Alter,
  atTheSameTime,
  type Case,
  follow,
  NOON,
  processOn,
  unlessRefused,
} from '../testing/stepped.ts'
import { actorOf, ORG } from '../testing/village.ts'

const [ADA, BOB] = [actorOf('ada'), actorOf('bob')]

const follows =
  (name: string, alter?: Alter): Actor =>
  (acting) =>
    unlessRefused(processOn(acting, name, alter).follow(BOB, ADA.id))

const unfollows: Actor = (acting) => processOn(acting, 'unfollower').unfollow(BOB, ADA.id)

const blocks: Actor = async (acting) => {
  const service = processOn(acting, 'blocker')
  await service.as.relations.add(ADA, 'block', BOB.id)
  await service.part(ORG, ADA.id, BOB.id)
}

const blocksAndUnblocks: Actor = async (acting) => {
  await blocks(acting)
  await processOn(acting, 'unblocker').as.relations.remove(ADA, 'block', BOB.id)
}

const consumes =
  (name: string, batch = 10, alter?: Alter): Actor =>
  (acting) =>
    follow(acting, name, { batch, ...(alter && { alter }) })

const check: Case['check'] = ({ engine }) => expectWhole(createStore(engine))

const RACING: Case = {
  title: 'one follows, the other blocks',
  actors: { follower: follows('follower'), blocker: blocks, consumer: consumes('consumer') },
  check,
}
const UNBLOCKING: Case = {
  title: 'one follows twice and unfollows, the other blocks and unblocks',
  actors: {
    follower: follows('follower'),
    again: follows('again'),
    unfollower: unfollows,
    blocker: blocksAndUnblocks,
    consumer: consumes('consumer'),
  },
  check,
}
const OVERTAKEN: Case = {
  title: 'of two consumers one is overtaken',
  actors: { follower: follows('follower'), unfollower: unfollows, slow: consumes('slow', 1), fast: consumes('fast') },
  check,
}
const AGAIN: Case = {
  title: 'one unfollows and follows again, under two consumers',
  before: follows('before'),
  actors: { unfollower: unfollows, again: follows('again'), slow: consumes('slow', 1), fast: consumes('fast') },
  check,
}

/** Who follows events does not look at blocks. */
const heedless: Alter = ({ people }) => ({
  people: withMembers(people, { relations: { blockedWith: async () => new Set<string>() } }),
})

/** A clock that is ahead of others: what it stamps looks newer than a block of the same moment. */
const ahead: Alter = ({ world }) => ({ world: { ...world, now: () => NOON + 1 } })

describe('C8.7: follow, unfollow, block and unblock, in any order of the calls and with a crash anywhere', () => {
  it.for([RACING, UNBLOCKING, OVERTAKEN, AGAIN])('$title', async (each, { annotate }) => {
    const { report } = await exploreProtocol(atTheSameTime(each))
    await annotate(report)
  })

  it('would leave an edge across a block, if who follows events did not look at blocks again', async () => {
    const actors = {
      ...RACING.actors,
      follower: follows('follower', ahead),
      consumer: consumes('consumer', 10, heedless),
    }
    await expectBroken(atTheSameTime({ ...RACING, actors }, heedless), /across a block/)
  })
})
