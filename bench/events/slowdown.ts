import { setTimeout as wait } from 'node:timers/promises'
import { createContext, readSettings, startFollowing } from '@palaver/server'
import { type Child, startChild } from '../comments/child.ts'
import { inFolder } from '../folder.ts'
import { atLeast, median, perSecond, type Row, timed } from '../measure.ts'
import { say } from '../progress.ts'
import { from64Writers } from '../store/world.ts'
import { type Data, makeData, postAt } from './data.ts'

const WAITING = 1_000_000
const A_WRITE = 500
const POSTS = 1_000
const ROUNDS = 9
const PAUSED = 'email'

/** How fast comments are posted while a million events wait in a queue that is paused, beside none. */
export async function slowdown(): Promise<Row> {
  return inFolder((free) => inFolder((full) => measured(free, full)))
}

async function measured(free: string, full: string): Promise<Row> {
  const [without, waiting] = [await makeData(free), await makeData(full)]
  await letWait(waiting)
  const services = [
    await startChild('service', { env: without.env }),
    await startChild('service', { env: waiting.env }),
  ]
  const [plain, slowed] = services as [Child, Child]
  const [floors, subjects]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    say(`slowdown: round ${round} of ${ROUNDS}`)
    const first = round % 2 === 0
    const one = await posting(first ? plain : slowed, first ? without : waiting, round)
    const other = await posting(first ? slowed : plain, first ? waiting : without, round)
    if (round === 0) continue
    floors.push(first ? one : other)
    subjects.push(first ? other : one)
  }
  for (const service of services) await service.stop()
  const ratio = median(floors.map((ms, at) => ms / (subjects[at] ?? 1)))
  const bound = atLeast(0.9, ratio)
  return {
    name: 'slowdown',
    ratio,
    ...bound,
    subject: perSecond(POSTS, median(subjects)),
    floor: perSecond(POSTS, median(floors)),
  }
}

const posting = ({ url }: Child, data: Data, round: number): Promise<number> =>
  timed(() => from64Writers(POSTS, (number) => postAt(url, data, round * POSTS + number)))

/** The queue stays where it is; all others come to the end before anything is measured. */
async function letWait({ env, discussion }: Data): Promise<void> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const context = await createContext(config)
  const { store, queues, comments } = context
  const following = startFollowing(context)
  await following.drained()
  await queues.pause(PAUSED, 'bench')
  // Every node has seen it within a second.
  await wait(1_500)
  const { org } = await comments.discussion({ discussion })
  const at = new Date().toISOString()
  for (let done = 0; done < WAITING; done += A_WRITE) {
    if (done % 50_000 === 0) say(`writing ${done.toLocaleString('en')} of ${WAITING.toLocaleString('en')} events`)
    const events = Array.from({ length: A_WRITE }, (_, number) => ({
      _id: `waiting.${done + number}`,
      org,
      subject: discussion,
      type: 'bench',
      op: 'waited',
      at,
    }))
    await comments.needs.homes.discussions.update({ _id: discussion }, { $set: { title: String(done) } }, { events })
  }
  say('waiting for all other queues')
  await following.drained()
  await store.close()
}
