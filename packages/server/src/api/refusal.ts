import type { ProblemCode } from './problem-codes.ts'

/** What is wrong with one value of a request: where it stands and how to mend it. */
export type Flaw = { path: string; message: string }

/** A request that is refused for a reason the caller can understand; the edge makes problem+json of it. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly flaws: readonly Flaw[]

  constructor(code: ProblemCode, detail: string, flaws: readonly Flaw[] = []) {
    super(detail)
    this.code = code
    this.flaws = flaws
  }

  override get name(): string {
    return 'Refusal'
  }
}
