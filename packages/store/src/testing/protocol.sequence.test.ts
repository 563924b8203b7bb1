import { describe, expect, it } from 'vitest'
import { defineProtocol, expectBroken, exploreProtocol } from './protocol.ts'

/** Protocol 3: events wait; two sequencers append them to one log, which refuses a seq or an event twice. */
class Log {
  written: string[] = []
  waiting: string[] = []
  entries: string[] = []
  readonly #uniqueId: boolean
  constructor(uniqueId: boolean) {
    this.#uniqueId = uniqueId
  }
  async write(event: string): Promise<void> {
    this.waiting.push(event)
    this.written.push(event)
  }
  look = async (): Promise<string[]> => [...this.waiting]
  position = async (): Promise<number> => this.entries.length
  async append(seq: number, event: string): Promise<'done' | 'taken'> {
    if (this.#uniqueId && this.entries.includes(event)) return 'done'
    if (this.entries.length > seq) return 'taken'
    this.entries.push(event)
    return 'done'
  }
  async remove(batch: readonly string[]): Promise<void> {
    this.waiting = this.waiting.filter((event) => !batch.includes(event))
  }
}

async function appendInOrder(log: Log, event: string): Promise<void> {
  while ((await log.append(await log.position(), event)) === 'taken');
}

async function sequence(log: Log, wholePrefix: boolean): Promise<void> {
  for (let idle = 0; idle < 2;) {
    const waiting = await log.look()
    const batch = wholePrefix ? waiting : waiting.slice(-1)
    for (const event of batch) await appendInOrder(log, event)
    if (batch.length === 0) idle++
    else await log.remove(batch)
  }
}

const sequencing = ({ events = ['e1', 'e2'], uniqueId = true, wholePrefix = true }) =>
  defineProtocol({
    title: `write ${events.length}, two sequencers`,
    setUp: () => ({ log: new Log(uniqueId) }),
    steps: ['log'],
    fingerprint: ({ log }) => log,
    mayCrash: ['A'],
    actors: {
      write: async ({ log }) => {
        for (const event of events) await log.write(event)
      },
      A: async ({ log }) => sequence(log, wholePrefix),
      B: async ({ log }) => sequence(log, wholePrefix),
    },
    check: () => {},
    always: ({ log: { written, waiting, entries } }) => {
      if (new Set(entries).size < entries.length) throw new Error(`${entries.join()} says something twice`)
      const all = [...entries, ...waiting.filter((event) => !entries.includes(event))]
      if (all.join() !== written.join()) throw new Error(`${all.join()} is not ${written.join()}`)
    },
  })

describe('sequencing', () => {
  it('loses nothing, says nothing twice or out of order', { timeout: 60_000 }, async ({ annotate }) => {
    const explored = await exploreProtocol(sequencing({ events: ['e1', 'e2'] }))
    await annotate(explored.report)
    expect(explored).toMatchObject({ exhaustive: true })
    expect(explored.states).toBeGreaterThan(5000)
  })

  it('says something twice when event ids are not unique', async () => {
    const { schedule } = await expectBroken(sequencing({ uniqueId: false }), /e1,e1 says something twice/)
    expect(schedule).toBe('write:write B:look B:position B:append A:look A:position A:append')
  })

  it('is out of order when a document is not taken as a whole', async () => {
    const { schedule } = await expectBroken(sequencing({ wholePrefix: false }), /e2,e1 is not e1,e2/)
    expect(schedule).toBe('write:write write:write A:look A:position A:append')
  })
})
