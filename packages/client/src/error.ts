import type { Problem as Refusal } from './generated/types.ts'

/** No answer of the service came through: none at all, or that of something between. */
export type NetworkProblem = {
  code: 'network'
  detail: string
  /** Of an answer that something between gave. */
  status?: number
}

/** The signal of the call has fired. */
export type AbortedProblem = { code: 'aborted'; detail: string }

/** Nothing was sent: no address can name what the call is about. */
export type UnsentProblem = { code: 'invalid'; status: 422; detail: string; errors?: undefined }

/** `code` says which: one of the service's own, `network` or `aborted`. */
export type Problem = Refusal | NetworkProblem | AbortedProblem | UnsentProblem
export type ProblemCode = Problem['code']

/** What every call throws, and nothing else but what the caller's own functions throw. */
export class PalaverError extends Error {
  readonly problem: Problem
  /** Seconds after which the service may be asked again, where it said so. */
  readonly retryAfter: number | null

  constructor(problem: Problem, { cause, retryAfter = null }: { cause?: unknown; retryAfter?: number | null } = {}) {
    super(`${problem.code}: ${problem.detail}`, { cause })
    this.name = 'PalaverError'
    this.problem = problem
    this.retryAfter = retryAfter
  }
}
