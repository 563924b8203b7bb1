import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { excused } from '../double-deviations.ts'
import { describeEngines } from '../suite.ts'
import { type Answers, runAnswers } from './run.ts'

const OWN = fileURLToPath(new URL('cases', import.meta.url))
const SHARED = fileURLToPath(new URL('../../../../../../shared/data/mongodb-answers', import.meta.url))

const refusalsOf = ({ refusals, refused, cases }: Answers): string =>
  [`${refused} of ${cases} refused`, ...[...refusals].map(([why, count]) => `  ${count}: ${why}`)].join('\n')

/** The same answer as MongoDB's, or a typed refusal; never another answer. */
describeEngines('the recorded answers of MongoDB', (engine) => {
  const running = { open: engine.open, ...(engine.flavour === 'double' ? { excused } : {}) }

  it('in the project are given', async () => {
    const answers = await runAnswers(OWN, running)
    expect(answers.differences).toEqual([])
    expect(answers.cases).toBeGreaterThan(300)
  })

  it.skipIf(!existsSync(SHARED))('beside the project are given (needs ../shared/data/mongodb-answers)', async () => {
    const answers = await runAnswers(SHARED, running)
    process.stdout.write(`${engine.kind}: ${refusalsOf(answers)}\n`)
    expect(answers.differences.slice(0, 20)).toEqual([])
    expect(answers.refused).toBeLessThan(answers.cases / 90)
  })
})
