import fc from 'fast-check'
import { sqliteInMemory, type TestEngine } from '../engines.ts'
import { compareProgram, type Machines } from './compare.ts'
import { Machine } from './machine.ts'
import { type Limits, programs } from './programs.ts'
import { things } from './things.ts'

export type Differential = { runs: number; seed: number; onRun?: (done: number) => void }

/** What the double is known to do otherwise (see `double-deviations.ts`); a real server is asked everything. */
const limitsOf = ({ flavour }: TestEngine): Limits =>
  flavour === 'double' ? { astral: false, mixedTypes: false } : { astral: true, mixedTypes: true }

/** Programs on one pair of databases: their logs grow, and the double reads a log from its beginning. */
const CHUNK = 250

/** Random programs on SQLite and on another engine; a failure names the smallest program that shows it, and the seed. */
export async function runDifferential(other: TestEngine, { runs, seed, onRun }: Differential): Promise<void> {
  for (let done = 0; done < runs; done += CHUNK) {
    const numRuns = Math.min(CHUNK, runs - done)
    await runChunk(other, { numRuns, seed: seed + done, onRun: (count) => onRun?.(done + count) })
  }
}

type Chunk = { numRuns: number; seed: number; onRun: (done: number) => void }

async function runChunk(other: TestEngine, { numRuns, seed, onRun }: Chunk): Promise<void> {
  const machine = async (engine: TestEngine): Promise<Machine> => new Machine(await engine.open([things]))
  const machines: Machines = {
    sqlite: await machine(sqliteInMemory),
    other: await machine(other),
    reference: await machine(sqliteInMemory),
  }
  let done = 0
  const property = fc.asyncProperty(programs(limitsOf(other)), async (program) => {
    await compareProgram(machines, program)
    onRun(++done)
  })
  try {
    await fc.assert(property, { numRuns, seed })
  } finally {
    await Promise.all(Object.values(machines).map((each) => each.close()))
  }
}
