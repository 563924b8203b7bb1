import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { collections, type Comment, Comments, createdEvent } from '@palaver/server'
import { createStore, openSqlite } from '@palaver/store'
import autocannon from 'autocannon'
import { inFolder } from '../folder.ts'
import { layoutOf, openDiscussion, placeOf } from '../ground.ts'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { startChild } from '../comments/child.ts'
import { from64Writers } from '../store/world.ts'
import { CLIENTS, conversation, type Data, makeData } from './data.ts'

const COUNT = 4_000
const ROUNDS = 7

type Kind = { name: string; bound: number; withKey: boolean }

/** Posts after which a service is as fast as it gets: what is measured is one that has been running, as its floor has. */
const WARMING = 12_000

/**
 * Durable posts over HTTP from 64 clients, beside the same comments with their events inserted by the store itself from
 * 64 writers: how many a second.
 */
export async function posts({ name, bound, withKey }: Kind): Promise<Row> {
  const all = conversation()
  const { speed, floorMs, subjectMs } = await inFolder(async (folder) => {
    const data = await makeData(folder)
    const child = await startChild('service', { env: data.env })
    let round = 0
    const subject = (): Promise<number> => timed(() => load(child.url, data, { all, withKey, as: `${round++} ` }))
    while (round * COUNT < WARMING) await subject()
    const floor = (): Promise<number> => inFolder((own) => byStore(join(own, 'floor'), all))
    const pair = await measurePair({ floor, subject, rounds: ROUNDS })
    await child.stop()
    return pair
  })
  return {
    name,
    ratio: speed,
    ...atLeast(bound, speed),
    subject: perSecond(COUNT, subjectMs),
    floor: perSecond(COUNT, floorMs),
  }
}

/** What a post writes in the end, and nothing else. */
async function byStore(file: string, all: readonly Comment[]): Promise<number> {
  const store = createStore(await openSqlite({ file, collections }))
  const rulesOf = async () => ({
    settings: {},
    opensOnFirstComment: true,
    reactions: {},
    origins: [],
    guestSeconds: 0,
  })
  const comments = new Comments({ store, rulesOf })
  const discussion = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' })
  const layout = layoutOf({ comments }, discussion)
  const place = placeOf(discussion)
  const time = await timed(() =>
    from64Writers(COUNT, (number) => {
      const comment = all[number] as Comment
      return layout.insert(place, comment, [createdEvent(discussion, comment, `e${number}`)])
    }),
  )
  await store.close()
  return time
}

/** `as` begins each text: nobody may say the same thing twice. */
type Posting = { all: readonly Comment[]; withKey: boolean; as: string }

async function load(url: string, { discussion, tokens }: Data, { all, withKey, as }: Posting): Promise<void> {
  let next = 0
  const setupRequest = (request: Record<string, unknown>): Record<string, unknown> => {
    const number = next++ % all.length
    const key = withKey ? { 'idempotency-key': randomUUID() } : {}
    const authorization = `Bearer ${tokens[number % CLIENTS] ?? ''}`
    return {
      ...request,
      headers: { authorization, 'content-type': 'application/json', ...key },
      body: JSON.stringify({ text: `${as}${number} ${all[number]?.text ?? ''}` }),
    }
  }
  const result = await autocannon({
    url,
    connections: CLIENTS,
    amount: all.length,
    sampleInt: 20,
    requests: [{ method: 'POST', path: `/v1/discussions/${discussion}/comments`, setupRequest }],
  })
  if (result['2xx'] !== all.length) throw new Error(`Only ${result['2xx']} of ${all.length} posts were taken.`)
}
