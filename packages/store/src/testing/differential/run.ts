import fc from 'fast-check'
import { sqliteInMemory, type TestEngine } from '../engines.ts'
import { compareProgram, type Machines } from './compare.ts'
import { Machine } from './machine.ts'
import { type Limits, programs } from './programs.ts'
import { things } from './things.ts'

export type Differential = { runs: number; seed?: number; onRun?: (done: number) => void }

/** What the double is known to do otherwise (see `double-deviations.ts`); a real server is asked everything. */
const limitsOf = ({ flavour }: TestEngine): Limits =>
  flavour === 'double' ? { astral: false, mixedTypes: false } : { astral: true, mixedTypes: true }

/** Random programs on SQLite and on another engine; a failure names the smallest program that shows it, and the seed. */
export async function runDifferential(other: TestEngine, { runs, seed, onRun }: Differential): Promise<void> {
  const machine = async (engine: TestEngine): Promise<Machine> => new Machine(await engine.open([things]))
  const machines: Machines = {
    sqlite: await machine(sqliteInMemory),
    other: await machine(other),
    reference: await machine(sqliteInMemory),
  }
  let done = 0
  const property = fc.asyncProperty(programs(limitsOf(other)), async (program) => {
    await compareProgram(machines, program)
    onRun?.(++done)
  })
  try {
    await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }), endOnFailure: false })
  } finally {
    await Promise.all(Object.values(machines).map((each) => each.close()))
  }
}
