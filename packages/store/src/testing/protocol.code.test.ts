import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UnfitProtocol } from './protocol/errors.ts'
import { defineProtocol, expectBroken, exploreProtocol } from './protocol.ts'

class Register {
  value = ''
  async get(): Promise<string> {
    return this.value
  }
  async add(text: string): Promise<void> {
    this.value += text
  }
  peek(): string {
    return this.value
  }
}

const world = () => ({ register: new Register(), sum: 0 })

describe('code that can be stepped through', () => {
  it('does real input and output in its calls', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'protocol-'))
    const path = join(folder, 'count')
    const increment = async ({ file }: { file: ReturnType<typeof fileAt> }): Promise<void> =>
      file.write(String(Number(await file.read()) + 1))
    const protocol = defineProtocol({
      title: 'a count in a file',
      setUp: async () => {
        await writeFile(path, '0')
        return { file: fileAt(path) }
      },
      steps: ['file'],
      actors: { a: increment, b: increment },
      crashes: 0,
      check: async ({ file }) => {
        if ((await file.read()) !== '2') throw new Error('an increment is lost')
      },
    })
    const { schedule } = await expectBroken(protocol, /lost/)
    expect(schedule).toBe('a:read b:read b:write a:write')
    await rm(folder, { recursive: true })
  })

  it('makes several calls at once', async () => {
    const ends = new Set<string>()
    await exploreProtocol({
      title: 'three at once',
      setUp: world,
      steps: ['register'],
      actors: { a: async ({ register }) => Promise.all(['x', 'y', 'z'].map((text) => register.add(text))) },
      crashes: 0,
      check: ({ register }) => void ends.add(register.value),
    })
    expect([...ends].toSorted()).toEqual(['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx'])
  })

  it('makes a call beside another, a few promises later', async () => {
    const ends = new Set<string>()
    await exploreProtocol({
      title: 'two beside each other',
      setUp: world,
      steps: ['register'],
      actors: {
        a: async ({ register }) => {
          const later = async (): Promise<void> => {
            for (let promises = 0; promises < 10; promises++) await Promise.resolve()
            await register.add('y')
          }
          await Promise.all([register.add('x'), later()])
        },
      },
      crashes: 0,
      check: ({ register }) => void ends.add(register.value),
    })
    expect([...ends].toSorted()).toEqual(['xy', 'yx'])
  })

  it('goes on by itself after it has answered', async () => {
    const ends = new Set<string>()
    await exploreProtocol({
      title: 'a nudge in the background',
      setUp: world,
      steps: ['register'],
      actors: { a: async ({ register }) => void register.add('x') },
      check: ({ register }, { acknowledged, crashed }) => {
        expect(acknowledged).toHaveProperty('a')
        ends.add(`${register.value} ${crashed.join()}`)
      },
    })
    expect([...ends].toSorted()).toEqual([' a', 'x ', 'x a'])
  })

  it('has functions among its steps, and methods that are no steps', async () => {
    const protocol = defineProtocol({
      title: 'a function and an object',
      setUp: () => ({ ...world(), fetch: async () => 'x' }),
      steps: ['register', 'fetch'],
      unstepped: ['peek'],
      actors: {
        a: async ({ register, fetch }) => {
          await register.add(await fetch())
          if (register.peek() === 'x') throw new Error('seen')
        },
      },
      crashes: 0,
      check: () => {},
    })
    expect(await expectBroken(protocol, /a failed: Error: seen/)).toMatchObject({ schedule: 'a:fetch a:register.add' })
  })

  it('changes the world', async () => {
    await exploreProtocol({
      title: 'a sum',
      setUp: world,
      steps: ['register'],
      actors: {
        a: async (here) => {
          await here.register.add('x')
          here.sum += 1
        },
      },
      check: ({ sum }, { crashed }) => expect(sum).toBe(1 - crashed.length),
    })
  })

  it('waits by `sleep`, for as long as it takes', async () => {
    const explored = await exploreProtocol({
      title: 'a poll',
      setUp: world,
      steps: ['register'],
      actors: {
        poller: async ({ register, sleep }) => {
          while ((await register.get()) !== 'xy') await sleep(1000)
        },
        writer: async ({ register }) => {
          await register.add('x')
          await register.add('y')
        },
      },
      mayCrash: ['poller'],
      check: () => {},
    })
    expect(explored.exhaustive).toBe(true)
  })

  it('does not wait for what never comes', async () => {
    const protocol = defineProtocol({
      title: 'a poll',
      setUp: world,
      steps: ['register'],
      actors: {
        poller: async ({ register, sleep }) => {
          while ((await register.get()) !== 'x') await sleep()
        },
        writer: async ({ register }) => register.add('x'),
      },
      maxSteps: 50,
      check: () => {},
    })
    const { schedule } = await expectBroken(protocol, /no end after 50 steps/)
    expect(schedule).toMatch(/†writer:add|writer:add†/)
  })
})

describe('code that cannot be stepped through', () => {
  const unfit = async (actor: (here: ReturnType<typeof world>) => Promise<unknown>): Promise<string> => {
    const actors = { a: actor, b: actor }
    const protocol = { title: 'unfit', setUp: world, steps: ['register'] as const, actors, check: () => {} }
    const error = await exploreProtocol({ ...protocol, stuckAfterMs: 20 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(UnfitProtocol)
    return error instanceof Error ? error.message : ''
  }

  it('differs from run to run', async () => {
    let id = 0
    const message = await unfit(async ({ register }) => register.add(`id${id++}`))
    expect(message).toMatch(/^Two runs of one schedule differ: after the same steps, once\n.*add\["id0"\]/)
    expect(message).toContain('Clock, ids and jitter must come from the world.')
  })

  it('waits for something else', async () => {
    const message = await unfit(async ({ register }) => {
      await register.get()
      await new Promise(() => {})
    })
    expect(message).toMatch(/^Nothing happened after a:get: .* Give the code `sleep` instead of a timer/)
  })

  it('calls what answers at once', async () => {
    const message = await unfit(async ({ register }) => register.peek())
    expect(message).toBe('peek answers without a promise, so it cannot be a step: name it in `unstepped`.')
  })
})

const fileAt = (path: string) => ({
  read: async (): Promise<string> => readFile(path, 'utf8'),
  write: async (text: string): Promise<void> => writeFile(path, text),
})
