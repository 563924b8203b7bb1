import { afterEach, expect } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { type Ground, groundOn } from './ground.ts'

type Options = Parameters<typeof groundOn>[1]
export type Opened = (options?: Options) => Promise<Ground>

/** The same tests on every engine; what a test has opened is closed after it. */
export function describeModeration(title: string, tests: (open: Opened) => void): void {
  describeEngines(title, (engine) => {
    const opened: Ground[] = []
    afterEach(async () => {
      for (const ground of opened.splice(0)) await ground.close()
    })
    tests(async (options) => {
      const ground = await groundOn(engine.open, options)
      opened.push(ground)
      return ground
    })
  })
}

export const expectRefused = (work: Promise<unknown>, code: string): Promise<void> =>
  expect(work).rejects.toMatchObject({ name: 'Refusal', code })
