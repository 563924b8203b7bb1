import { describe, expect, it } from 'vitest'
import { within } from './within.ts'

const never = new Promise<number>(() => {})

describe('a time limit', () => {
  it('gives what comes in time', async () => {
    const late: number[] = []
    expect(await within(10_000, Promise.resolve(7), (answer) => late.push(answer))).toBe(7)
    expect(late).toEqual([])
  })

  it('gives nothing where that takes longer, and hands on what comes later', async () => {
    let come: (answer: number) => void = () => {}
    const work = new Promise<number>((resolve) => (come = resolve))
    const late = new Promise<number>((resolve) => {
      void within(1, work, resolve).then((answer) => {
        expect(answer).toBe(null)
        come(7)
      })
    })
    expect(await late).toBe(7)
  })

  it('says what went wrong in time, and nothing of it later', async () => {
    await expect(within(10_000, Promise.reject(new Error('gone')), () => {})).rejects.toThrow('gone')
    let fail: (error: Error) => void = () => {}
    const work = new Promise<number>((_, reject) => (fail = reject))
    expect(await within(1, work, () => {})).toBe(null)
    fail(new Error('later'))
    expect(await within(1, never, () => {})).toBe(null)
  })
})
