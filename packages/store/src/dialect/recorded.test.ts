import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Misfit, UnsupportedOperator } from '../errors.ts'
import { applyChange } from './apply.ts'
import { parseChange } from './change.ts'
import { parseFilter } from './filter.ts'
import { compileCondition } from './match.ts'
import { compileProjection, parseProjection } from './projection.ts'
import { documentForUpsert } from './upsert.ts'
import type { Doc, JsonObject } from './value.ts'

/** What a real server answered to random filters, projections and changes, where the recordings are at hand. */
const FOLDER = new URL('../../../../../shared/data/mongodb-answers/', import.meta.url)

type Changed = { before: Doc; change: unknown; arrayFilters?: unknown; after?: Doc; error?: number }
type Filtered = { docs: Doc[]; asked: { where: unknown; ids: unknown[] }[] }
type Projected = { before: Doc; projection: unknown; after: JsonObject }
type Upserted = { where: { _id: string }; change: unknown; after: Doc }

describe.skipIf(!existsSync(FOLDER))('recorded answers of a server (enabled by ../shared/data/mongodb-answers)', () => {
  test('filters', () => {
    const cases = read<Filtered>('filters').flatMap(({ docs, asked }) => asked.map((one) => ({ docs, ...one })))
    compare(cases, ({ docs, where, ids }) => {
      const matches = compileCondition(parseFilter(where))
      return { ours: docs.filter(matches).map((doc) => doc._id), theirs: ids }
    })
  })

  test('projections', () => {
    compare(read<Projected>('projections'), ({ before, projection, after }) => {
      return { ours: compileProjection(parseProjection(projection))(before), theirs: after }
    })
  })

  test.each(['changes', 'elements'])('%s', (file) => {
    compare(read<Changed>(file), ({ before, change, arrayFilters, after, error }) => {
      const parsed = parseChange(change, arrayFilters)
      const ours = orMisfit(() => applyChange(parsed, structuredClone(before), { inserting: false }))
      return { ours, theirs: error === undefined ? after : 'misfit' }
    })
  })

  test('upserts', () => {
    compare(read<Upserted>('upserts'), ({ where, change, after }) => {
      return { ours: documentForUpsert(where._id, parseFilter(where), parseChange(change)), theirs: after }
    })
  })
})

function read<T>(name: string): T[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

/** Every case gives the same answer or is refused by the dialect; how many were refused, and why, is printed. */
function compare<C>(cases: readonly C[], answer: (one: C) => { ours: unknown; theirs: unknown }): void {
  const refusals = new Map<string, number>()
  for (const one of cases) {
    try {
      const { ours, theirs } = answer(one)
      expect(ours, JSON.stringify(one)).toEqual(theirs)
    } catch (error) {
      if (!(error instanceof UnsupportedOperator)) throw error
      const reason = error.message.replace(/^"[^"]*": /, '')
      refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
    }
  }
  const counts = [...refusals].map(([reason, count]) => `\n  ${count} × ${reason}`)
  console.log(`${expect.getState().currentTestName}: ${cases.length} cases${counts.join('') || ', none refused'}`)
  expect(cases.length).toBeGreaterThan(0)
}

function orMisfit<T>(apply: () => T): T | 'misfit' {
  try {
    return apply()
  } catch (error) {
    if (error instanceof Misfit) return 'misfit'
    throw error
  }
}
