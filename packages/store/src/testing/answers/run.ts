import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CollectionSpec } from '../../collection.ts'
import type { Engine } from '../../engine.ts'
import { createStore } from '../../store.ts'
import type { Verdict } from './case.ts'
import { type Kind, KINDS } from './kinds.ts'

/** A case that did not give the recorded answer: where it stands, and what was asked. */
export type Difference = { file: string; line: number; at: number; case: unknown; got: unknown; wanted: unknown }
export type Summary = { cases: number; same: number; refused: number; different: number }
export type Answers = Summary & {
  refusals: ReadonlyMap<string, number>
  differences: readonly Difference[]
  byFile: ReadonlyMap<string, Summary>
}

export type Running = {
  open: (collections: readonly CollectionSpec[]) => Promise<Engine>
  onProgress?: (done: number, file: string) => void
  /** Differences that are known of the server in use, with a reason elsewhere. */
  excused?: (difference: Difference) => boolean
}

/** Asks an engine every case of a folder. */
export async function runAnswers(folder: string, running: Running): Promise<Answers> {
  const refusals = new Map<string, number>()
  const differences: Difference[] = []
  const byFile = new Map<string, Summary>()
  const total: Summary = { cases: 0, same: 0, refused: 0, different: 0 }
  for (const kind of KINDS) {
    if (!existsSync(join(folder, kind.file))) continue
    const own: Summary = { cases: 0, same: 0, refused: 0, different: 0 }
    byFile.set(kind.file, own)
    for await (const { verdict, ...place } of verdicts(folder, kind, running)) {
      const difference = verdict.result === 'different' ? { ...place, got: verdict.got, wanted: verdict.wanted } : null
      if (difference !== null && running.excused?.(difference) === true) continue
      if (difference !== null) differences.push(difference)
      if (verdict.result === 'refused') refusals.set(verdict.why, (refusals.get(verdict.why) ?? 0) + 1)
      for (const summary of [total, own]) {
        summary.cases++
        summary[verdict.result]++
      }
    }
  }
  return { ...total, refusals, differences, byFile }
}

type Judged = Omit<Difference, 'got' | 'wanted'> & { verdict: Verdict }

async function* verdicts(folder: string, kind: Kind, { open, onProgress }: Running): AsyncIterable<Judged> {
  const text = await readFile(join(folder, kind.file), 'utf8')
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as never)
  const store = createStore(await open(kind.collections(lines)))
  try {
    for (const [line, content] of lines.entries()) {
      let at = 0
      const { docs, asked } = content as { docs?: unknown[]; asked?: object[] }
      for await (const verdict of kind.ask(store, content)) {
        yield { file: kind.file, line, at, case: asked === undefined ? content : { docs, ...asked[at] }, verdict }
        at++
      }
      onProgress?.(line + 1, kind.file)
    }
  } finally {
    await store.close()
  }
}
