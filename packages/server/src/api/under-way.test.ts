import { describe, expect, it } from 'vitest'
import { UnderWay } from './under-way.ts'

describe('What is under way', () => {
  it('is found out once for all who ask meanwhile, and anew for who asks later', async () => {
    const underWay = new UnderWay<number>()
    let asked = 0
    const find = async (): Promise<number> => ++asked
    expect(
      await Promise.all([underWay.share('a', find), underWay.share('a', find), underWay.share('b', find)]),
    ).toEqual([1, 1, 2])
    expect(await underWay.share('a', find)).toBe(3)
  })

  it('fails for all who asked, and not for who asks later', async () => {
    const underWay = new UnderWay<number>()
    const fail = async (): Promise<number> => {
      throw new Error('away')
    }
    const both = await Promise.allSettled([underWay.share('a', fail), underWay.share('a', async () => 1)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await underWay.share('a', async () => 1)).toBe(1)
  })
})
