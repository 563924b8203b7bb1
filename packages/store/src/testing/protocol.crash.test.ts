import { describe, expect, it } from 'vitest'
import { defineProtocol, exploreProtocol } from './protocol.ts'

/** Runs every schedule and tells what each left behind. */
async function endings(options: { crashes?: number; mayCrash?: readonly ('a' | 'b')[] } = {}): Promise<string[]> {
  const seen: string[] = []
  await exploreProtocol({
    title: 'two notes',
    setUp: () => ({ notes: { made: '', make: noteDown }, recovered: false }),
    steps: ['notes'],
    actors: {
      a: async ({ notes }) => notes.make('a'),
      b: async ({ notes }) => notes.make('b'),
    },
    recover: (world) => void (world.recovered = true),
    check: ({ notes, recovered }, { acknowledged, crashed }) => {
      expect(recovered).toBe(crashed.length > 0)
      seen.push(`made ${notes.made} acknowledged ${Object.values(acknowledged).join('')} died ${crashed.join('')}`)
    },
    ...options,
  })
  return [...new Set(seen)].toSorted()
}

async function noteDown(this: { made: string }, note: string): Promise<string> {
  this.made += note
  return note
}

describe('an actor', () => {
  it('dies before a call, or after it without having seen the answer', async () => {
    expect(await endings({ mayCrash: ['a'] })).toEqual([
      'made ab acknowledged ab died ',
      'made ab acknowledged b died a',
      'made b acknowledged b died a',
      'made ba acknowledged ab died ',
      'made ba acknowledged b died a',
    ])
  })

  it('survives where nobody may die', async () => {
    expect(await endings({ crashes: 0 })).toEqual(['made ab acknowledged ab died ', 'made ba acknowledged ab died '])
  })

  it('may be the second to die', async () => {
    const all = await endings({ crashes: 2 })
    expect(all).toContain('made  acknowledged  died ab')
    expect(all).toContain('made a acknowledged  died ab')
    expect(all).toContain('made ba acknowledged  died ab')
    expect(all).not.toContain('made  acknowledged a died b')
  })

  it('runs no code after its death, not even what cleans up', async () => {
    const ends: string[] = []
    await exploreProtocol({
      title: 'a lock',
      setUp: () => ({ lock: { holder: '', take: takeLock, free: freeLock }, left: false }),
      steps: ['lock'],
      actors: {
        holder: async (world) => {
          try {
            await world.lock.take('holder')
          } finally {
            world.left = true
            await world.lock.free()
          }
        },
      },
      check: ({ lock, left }, { crashed }) => {
        ends.push(`${crashed.length > 0 ? 'died' : 'lived'}, ${left ? 'left' : 'stayed'}, held by ${lock.holder}`)
      },
    })
    expect(ends.toSorted()).toEqual([
      'died, left, held by ',
      'died, left, held by holder',
      'died, stayed, held by ',
      'died, stayed, held by holder',
      'lived, left, held by ',
    ])
  })

  it('may die between telling the world and its next call', async () => {
    const told: string[] = []
    await exploreProtocol({
      title: 'two changes, each acknowledged by itself',
      setUp: () => ({ notes: { made: '', make: noteDown }, acknowledged: '' }),
      steps: ['notes'],
      actors: {
        a: async (world) => {
          world.acknowledged += await world.notes.make('1')
          world.acknowledged += await world.notes.make('2')
        },
      },
      check: ({ notes, acknowledged }) => void told.push(`${notes.made} ${acknowledged}`),
    })
    expect(told.toSorted()).toEqual([' ', '1 ', '1 1', '12 1', '12 12'])
  })
})

async function takeLock(this: { holder: string }, holder: string): Promise<void> {
  this.holder = holder
}

async function freeLock(this: { holder: string }): Promise<void> {
  this.holder = ''
}

it('every world is torn down', async () => {
  let open = 0
  let opened = 0
  const protocol = defineProtocol({
    title: 'resources',
    setUp: () => {
      opened++
      open++
      return { notes: { made: '', make: noteDown } }
    },
    tearDown: () => void open--,
    steps: ['notes'],
    actors: { a: async ({ notes }) => notes.make('a'), b: async ({ notes }) => notes.make('b') },
    fingerprint: ({ notes }) => notes.made,
    check: () => {},
  })
  const { schedules } = await exploreProtocol(protocol)
  expect(open).toBe(0)
  expect(opened).toBeGreaterThanOrEqual(schedules)
})
