import { isDeepStrictEqual } from 'node:util'
import type { Machine } from './machine.ts'
import type { Operation, Program } from './things.ts'

class Disagreement extends Error {
  constructor(where: string, answers: Record<string, unknown>) {
    const lines = Object.entries(answers).map(([engine, answer]) => `  ${engine}: ${JSON.stringify(answer)}`)
    super([where, ...lines].join('\n'))
  }
}

export type Machines = {
  sqlite: Machine
  other: Machine
  /** Serves to try the serial orders of what ran at the same time. */
  reference: Machine
}

/** Runs one program on both engines and compares every answer, then all documents and events. */
export async function compareProgram(
  { sqlite, other, reference }: Machines,
  { steps, together }: Program,
): Promise<void> {
  await Promise.all([sqlite.reset([]), other.reset([])])
  for (const [at, step] of steps.entries()) {
    const [a, b] = [await sqlite.run(step, `step${at}`), await other.run(step, `step${at}`)]
    if (!isDeepStrictEqual(a, b))
      throw new Disagreement(`Step ${at} is answered differently: ${JSON.stringify(step)}`, { sqlite: a, other: b })
  }
  const [a, b] = [await sqlite.contents(), await other.contents()]
  if (!isDeepStrictEqual(a, b)) throw new Disagreement('The contents differ', { sqlite: a, other: b })
  if (together.length === 0) return
  for (const machine of [sqlite, other]) {
    await machine.reset(a.docs)
    const answers = await allAtOnce(together.map((step, at) => machine.run(step, `together${at}`)))
    await matchSerial({ reference, before: a.docs, together }, { answers, contents: await machine.contents() })
  }
}

/** Waits for every one, also where one fails: nothing may still be under way when the next program begins. */
async function allAtOnce(calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  await Promise.allSettled(calls)
  return Promise.all(calls)
}

type Serial = { reference: Machine; before: Parameters<Machine['reset']>[0]; together: readonly Operation[] }

/** What ran at the same time must have gone as if in some order. */
async function matchSerial(
  { reference, before, together }: Serial,
  seen: { answers: unknown[]; contents: unknown },
): Promise<void> {
  for (const order of permutations(together.map((_, at) => at))) {
    await reference.reset(before)
    const answers: unknown[] = []
    for (const at of order) {
      const step = together[at]
      if (step !== undefined) answers[at] = await reference.run(step, `together${at}`)
    }
    if (isDeepStrictEqual(answers, seen.answers) && isDeepStrictEqual(await reference.contents(), seen.contents)) return
  }
  throw new Disagreement('No serial order explains what ran at the same time', { before, together, ...seen })
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
