import { describe, expect, it } from 'vitest'
import { UnfitProtocol } from './protocol/errors.ts'
import { defineProtocol, expectBroken, exploreProtocol } from './protocol.ts'

type Cell = { value: number; version: number }

/** A cell that is read and written by calls of their own, as a document is. */
class Counter {
  cell: Cell = { value: 0, version: 0 }
  async read(): Promise<Cell> {
    return { ...this.cell }
  }
  async write(value: number): Promise<void> {
    this.cell = { value, version: this.cell.version + 1 }
  }
  async compareAndSet({ value, version }: Cell): Promise<boolean> {
    if (version !== this.cell.version) return false
    await this.write(value)
    return true
  }
}

type World = { counter: Counter }
type Increment = (world: World) => Promise<void>

const overwrite: Increment = async ({ counter }) => {
  const { value } = await counter.read()
  await counter.write(value + 1)
}

const compareAndSet: Increment = async ({ counter }) => {
  for (;;) {
    const seen = await counter.read()
    if (await counter.compareAndSet({ ...seen, value: seen.value + 1 })) return
  }
}

const twice =
  (increment: Increment): Increment =>
  async (world) => {
    await increment(world)
    await increment(world)
  }

const increments = (actors: Record<string, Increment>, each = 1) =>
  defineProtocol({
    title: 'increments',
    setUp: () => ({ counter: new Counter() }),
    steps: ['counter'],
    actors,
    check: ({ counter: { cell } }, { acknowledged, crashed }) => {
      const sure = Object.keys(acknowledged).length * each
      const fits = cell.value >= sure && cell.value <= sure + crashed.length * each
      if (!fits) throw new Error(`${cell.value} after ${sure} acknowledged, ${crashed.length} crashed`)
    },
  })

describe('the search for every schedule', () => {
  it('finds a lost update and prints its shortest schedule', async () => {
    const broken = await expectBroken(increments({ alice: overwrite, bob: overwrite }), /1 after 2 acknowledged/)
    expect(broken.report).toBe(
      'FAILS  increments: 1 after 2 acknowledged, 0 crashed\n       after alice:read bob:read bob:write alice:write',
    )
  })

  it('goes through all there are', async () => {
    const protocol = increments({ alice: compareAndSet, bob: compareAndSet })
    const { report, ...figures } = await exploreProtocol({ ...protocol, crashes: 0 })
    expect(figures).toEqual({ schedules: 6, states: 0, exhaustive: true, longest: 6 })
    expect(report).toBe('holds  increments: 6 schedules (exhaustive), longest 6 steps')
  })

  it('holds with every actor dying anywhere', async () => {
    const protocol = increments({ alice: compareAndSet, bob: compareAndSet, carol: compareAndSet })
    const explored = await exploreProtocol({ ...protocol, crashes: 3, fingerprint: ({ counter }) => counter.cell })
    expect(explored.exhaustive).toBe(true)
    expect(explored.states).toBeGreaterThan(100)
  })

  it('gives the same schedule again to who passes it back', async () => {
    const protocol = increments({ alice: overwrite, bob: overwrite })
    const { schedule } = await expectBroken(protocol, /acknowledged/)
    expect(await expectBroken({ ...protocol, replay: schedule }, /1 after 2/)).toMatchObject({ schedule })
    const held = await exploreProtocol({ ...protocol, replay: 'alice:read alice:write bob:read' })
    expect(held.report).toBe('holds  increments: 1 schedules (replayed), longest 4 steps')
    await expect(exploreProtocol({ ...protocol, replay: 'alice:read alice:read' })).rejects.toThrow(
      /step 2 is alice:read, but only alice:write .* could follow/,
    )
  })
})

describe('schedules at random', () => {
  const protocol = increments({ alice: twice(overwrite), bob: twice(overwrite), carol: twice(overwrite) }, 2)
  const beyond = { ...protocol, exhaustiveUpTo: 1, crashes: 1 }

  it('find what lies beyond the bound, and make it simple', async () => {
    const broken = await expectBroken({ ...beyond, seed: 7 }, /\(seed 7\): \d after \d acknowledged/)
    expect(broken.schedule).not.toContain('†')
    expect(switchesIn(broken.schedule)).toBe(4)
    expect(await expectBroken({ ...beyond, seed: 7 }, /seed 7/)).toMatchObject({ schedule: broken.schedule })
  })

  it('are counted when nothing is found', async () => {
    const safe = increments({ alice: twice(compareAndSet), bob: twice(compareAndSet) }, 2)
    const explored = await exploreProtocol({ ...safe, exhaustiveUpTo: 50, random: 100, seed: 3 })
    expect(explored).toMatchObject({ schedules: 150, exhaustive: false })
    expect(explored.report).toMatch(/^holds {2}increments: 150 schedules \(100 at random, seed 3\)/)
  })
})

const switchesIn = (schedule: string): number => {
  const actors = schedule.split(' ').map((token) => token.split(':')[0])
  return actors.filter((actor, at) => at > 0 && actor !== actors[at - 1]).length
}

describe('a control', () => {
  it('that holds is noticed', async () => {
    const control = expectBroken(increments({ alice: compareAndSet, bob: compareAndSet }), /acknowledged/)
    await expect(control).rejects.toThrow(/A control must fail, but\nholds {2}increments/)
  })

  it('that fails for another reason is noticed', async () => {
    const typo = async (): Promise<void> => Promise.reject(new TypeError('oh'))
    const control = expectBroken(increments({ alice: typo }), /acknowledged/)
    await expect(control).rejects.toThrow('FAILS  increments: alice failed: TypeError: oh')
  })

  it('that cannot be stepped through is not taken for a failure', async () => {
    const control = expectBroken({ ...increments({ alice: overwrite }), replay: 'bob:read' }, /bob/)
    await expect(control).rejects.toBeInstanceOf(UnfitProtocol)
  })
})
