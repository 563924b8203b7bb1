import { incarnationOf, type Operation } from './operation.ts'

/** What a writing process says, a line each, before and after every operation. */
export type Line =
  | { says: 'begin'; operation: Operation; again: boolean }
  | { says: 'done' | 'refused'; op: string }
  | { says: 'failed'; op: string; outcome: 'none' | 'unknown'; message: string }

/** `begun`: it may be there or not. `done`: it must be there. `refused`: it must not be. `missing`: nor was the document that it meant. */
type Fate = 'begun' | 'done' | 'refused' | 'missing'

type Known = { operation: Operation; fate: Fate; again: boolean }

export type Failure = { outcome: 'none' | 'unknown'; message: string }

/** What is known of every operation of one database, through all the processes that wrote to it. */
export class Journal {
  readonly operations = new Map<string, Known>()
  readonly failures: Failure[] = []
  readonly acknowledgedBy = new Map<number, number>()
  acknowledged = 0
  retried = 0

  note(line: Line): void {
    if (line.says === 'begin') return this.#begin(line.operation, line.again)
    const known = this.operations.get(line.op)
    if (known === undefined) throw new Error(`${line.op} ended before it began.`)
    if (line.says === 'failed') this.failures.push(line)
    if (line.says === 'done') this.#acknowledge(incarnationOf(line.op))
    known.fate = fateAfter(line, known)
  }

  /** Operations that were begun and never answered. */
  open(): Operation[] {
    return [...this.operations.values()].filter(({ fate }) => fate === 'begun').map(({ operation }) => operation)
  }

  acknowledgedSoFar(): ReadonlySet<string> {
    return new Set([...this.operations].filter(([, { fate }]) => fate === 'done').map(([op]) => op))
  }

  /** What must hold of a copy that was begun when only these had been acknowledged. */
  seenFrom(acknowledged: ReadonlySet<string>): Journal {
    const seen = new Journal()
    for (const [op, known] of this.operations)
      seen.operations.set(op, known.fate === 'done' && !acknowledged.has(op) ? { ...known, fate: 'begun' } : known)
    return seen
  }

  #acknowledge(incarnation: number): void {
    this.acknowledged++
    this.acknowledgedBy.set(incarnation, (this.acknowledgedBy.get(incarnation) ?? 0) + 1)
  }

  #begin(operation: Operation, again: boolean): void {
    if (again) this.retried++
    this.operations.set(operation.op, { operation, fate: 'begun', again })
  }
}

/** Refused the second time may mean that the first one got through. */
function fateAfter(line: Exclude<Line, { says: 'begin' }>, { again, operation: { kind } }: Known): Fate {
  if (line.says === 'done') return 'done'
  if (again || (line.says === 'failed' && line.outcome === 'unknown')) return 'begun'
  return line.says === 'refused' && (kind === 'tag' || kind === 'remove') ? 'missing' : 'refused'
}
