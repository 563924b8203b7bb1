import { expect, it } from 'vitest'
import { defineProtocol, expectBroken, exploreProtocol } from '../testing/protocol.ts'
import type { WaitingEvent } from './hidden.ts'
import { type Place, sequence, type SequencePort, type WaitingDocument } from './sequence.ts'

type Document = { waiting: string[]; gone: boolean }
type Faults = { eventIdsRepeat?: boolean; takesOutAll?: boolean; removesUnasked?: boolean; looksAtNewestOnly?: boolean }

/** The server's part: single documents, and a log with two unique indexes. Each method is atomic. */
class Server {
  readonly docs = new Map<string, Document>()
  readonly log: string[] = []
  readonly written: string[] = []
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** False where a removed document still holds the id. */
  async insert(id: string, event: string): Promise<boolean> {
    if (this.docs.has(id)) return false
    this.docs.set(id, { waiting: [event], gone: false })
    this.written.push(event)
    return true
  }

  async change(id: string, event: string): Promise<void> {
    this.docs.get(id)?.waiting.push(event)
    this.written.push(event)
  }

  async remove(id: string, event: string): Promise<void> {
    await this.change(id, event)
    const doc = this.docs.get(id)
    if (doc !== undefined) doc.gone = true
  }

  async waiting(ids: readonly string[]): Promise<{ id: string; events: string[]; gone: boolean }[]> {
    return ids.flatMap((id) => {
      const doc = this.docs.get(id)
      if (doc === undefined || (doc.waiting.length === 0 && !doc.gone)) return []
      return [{ id, events: doc.waiting.slice(this.#faults.looksAtNewestOnly ? -1 : 0), gone: doc.gone }]
    })
  }

  lastSeq = async (): Promise<number> => this.log.length

  async appendOne(seq: number, event: string): Promise<'appended' | 'known' | 'taken'> {
    if (seq <= this.log.length) return 'taken'
    if (this.log.includes(event) && !this.#faults.eventIdsRepeat) return 'known'
    this.log.push(event)
    return 'appended'
  }

  known = async (events: readonly string[]): Promise<string[]> => events.filter((event) => this.log.includes(event))

  async takeOut(id: string, events: readonly string[]): Promise<void> {
    const doc = this.docs.get(id)
    if (doc !== undefined)
      doc.waiting = this.#faults.takesOutAll ? [] : doc.waiting.filter((event) => !events.includes(event))
  }

  async removeGone(id: string): Promise<void> {
    const doc = this.docs.get(id)
    if (this.#faults.removesUnasked || (doc?.gone === true && doc.waiting.length === 0)) this.docs.delete(id)
  }
}

const eventOf = (id: string): WaitingEvent => ({
  _id: id,
  org: 'o',
  subject: '',
  type: '',
  op: '',
  at: '',
  partition: 0,
})
const idOf = ({ _id }: { _id: string }): string => _id

/** The port in the server's terms, one call for each document and event, as if each were sent alone. */
function portOn(server: Server): SequencePort {
  return {
    waiting: async (_partition, places) =>
      (await server.waiting(places.map(({ id }) => id))).map(({ id, events, gone }): WaitingDocument => ({
        place: placeOf(id),
        events: events.map(eventOf),
        gone,
      })),
    lastSeq: () => server.lastSeq(),
    append: async (seq, events) => {
      for (const [count, event] of events.entries()) {
        const answer = await server.appendOne(seq + count, event._id)
        if (answer === 'known') return { count, known: await server.known(events.slice(count).map(idOf)) }
        if (answer === 'taken') return { count, known: [] }
      }
      return { count: events.length, known: [] }
    },
    takeOut: async (documents) => {
      for (const { place, events } of documents) await server.takeOut(place.id, events.map(idOf))
    },
    removeGone: async (places) => {
      for (const { id } of places) await server.removeGone(id)
    },
  }
}

const placeOf = (id: string): Place => ({ collection: 'c', id })

async function sequenceAll(server: Server, sleep: () => Promise<void>): Promise<void> {
  const places = ['a', 'b'].map(placeOf)
  const backOff = async (): Promise<void> => sleep()
  await sequence(portOn(server), { partition: 0, places }, { backOff })
}

/** What a document's events say must be in the log, or behind it, in the order in which they were written. */
function checkLog({ docs, log, written }: Server): void {
  if (new Set(log).size < log.length) throw new Error(`${log.join()} says something twice`)
  for (const id of ['a', 'b']) {
    const own = (events: readonly string[]): string[] => events.filter((event) => event.startsWith(id))
    const told = own(log)
    const all = [...told, ...(docs.get(id)?.waiting ?? []).filter((event) => !told.includes(event))]
    if (all.join() !== own(written).join()) throw new Error(`${all.join()} is not ${own(written).join()}`)
  }
}

async function checkEnd(server: Server): Promise<void> {
  await sequenceAll(server, async () => {})
  const left = [...server.docs.values()].filter(({ waiting, gone }) => waiting.length > 0 || gone)
  if (left.length > 0) throw new Error(`left: ${JSON.stringify(left)}`)
  if (server.log.length !== server.written.length)
    throw new Error(`${server.log.join()} is not ${server.written.join()}`)
  checkLog(server)
}

type Write = (server: Server, sleep: () => Promise<void>) => Promise<unknown>

type Actor = (world: { server: Server; sleep: () => Promise<void> }) => Promise<unknown>
type Scene = { title: string; write: Write; faults?: Faults; sequencers?: readonly string[] }

const sequencing = ({ title, write, faults = {}, sequencers = ['A', 'B'] }: Scene) =>
  defineProtocol({
    title,
    setUp: () => ({ server: new Server(faults) }),
    steps: ['server'],
    fingerprint: ({ server }) => server,
    actors: Object.fromEntries<Actor>([
      ['writer', ({ server, sleep }) => write(server, sleep)],
      ...sequencers.map((name): [string, Actor] => [name, ({ server, sleep }) => sequenceAll(server, sleep)]),
    ]),
    always: ({ server }) => checkLog(server),
    check: ({ server }) => checkEnd(server),
  })

const changeTwice: Write = async (server) => {
  await server.insert('a', 'a1')
  await server.change('a', 'a2')
}

const twoDocuments: Write = async (server) => {
  await server.insert('a', 'a1')
  await server.insert('b', 'b1')
}

/** Help, then go on: who finds the id held by a removed document finishes that first. */
const removeAndInsert: Write = async (server, sleep) => {
  await server.insert('a', 'a1')
  await server.remove('a', 'a2')
  while (!(await server.insert('a', 'a3'))) await sequenceAll(server, sleep)
}

it.each([
  ['a document changes', changeTwice],
  ['two documents are made', twoDocuments],
] as const)('loses nothing, repeats nothing, keeps the order while two sequence and %s', async (title, write) => {
  expect(await exploreProtocol(sequencing({ title, write }))).toMatchObject({ exhaustive: true })
})

it('does so while a document is removed and made again, by who helps and one who sequences', async () => {
  const protocol = sequencing({ title: 'removed and made again', write: removeAndInsert, sequencers: ['A'] })
  expect(await exploreProtocol(protocol)).toMatchObject({ exhaustive: true })
})

it('does so with two who sequence beside it, as far as the search goes', async () => {
  const protocol = sequencing({ title: 'removed and made again, two sequence', write: removeAndInsert })
  const { schedules } = await exploreProtocol({ ...protocol, exhaustiveUpTo: 500 })
  expect(schedules).toBeGreaterThan(2_000)
})

it.each([
  ['an event id may repeat', changeTwice, { eventIdsRepeat: true }, /says something twice/],
  ['only the newest event is taken', changeTwice, { looksAtNewestOnly: true }, /is not a1,a2/],
  ['what came since is taken out too', changeTwice, { takesOutAll: true }, /is not a1,a2/],
  ['a document goes without being marked', removeAndInsert, { removesUnasked: true }, /is not|left/],
] as const)('fails when %s', async (title, write, faults, reason) => {
  const { schedule } = await expectBroken(sequencing({ title, write, faults }), reason)
  expect(schedule).not.toBe('')
})
