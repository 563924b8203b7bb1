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
/** `excused` are differences that are known of the server in use; they do not count as different. */
export type Summary = { cases: number; same: number; refused: number; different: number; excused: number }

const none = (): Summary => ({ cases: 0, same: 0, refused: 0, different: 0, excused: 0 })

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
  const tally = new Tally(running.excused ?? (() => false))
  for (const kind of KINDS) {
    if (!existsSync(join(folder, kind.file))) continue
    for await (const judged of verdicts(folder, kind, running)) tally.add(judged)
  }
  return tally.answers
}

class Tally {
  readonly #excused: (difference: Difference) => boolean
  readonly #refusals = new Map<string, number>()
  readonly #differences: Difference[] = []
  readonly #byFile = new Map<string, Summary>()
  readonly #total = none()

  constructor(excused: (difference: Difference) => boolean) {
    this.#excused = excused
  }

  get answers(): Answers {
    return { ...this.#total, refusals: this.#refusals, differences: this.#differences, byFile: this.#byFile }
  }

  add({ verdict, ...place }: Judged): void {
    const own = this.#byFile.get(place.file) ?? none()
    this.#byFile.set(place.file, own)
    const result = this.#resultOf(verdict, place)
    for (const summary of [this.#total, own]) {
      summary.cases++
      summary[result]++
    }
  }

  #resultOf(verdict: Verdict, place: Omit<Judged, 'verdict'>): Verdict['result'] | 'excused' {
    if (verdict.result === 'refused') this.#refusals.set(verdict.why, (this.#refusals.get(verdict.why) ?? 0) + 1)
    if (verdict.result !== 'different') return verdict.result
    const difference = { ...place, got: verdict.got, wanted: verdict.wanted }
    if (this.#excused(difference)) return 'excused'
    this.#differences.push(difference)
    return 'different'
  }
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
