import { STATUS_CODES } from 'node:http'
import { type ProblemCode, problemStatus } from '../api/problem-codes.ts'
import type { Flaw } from '../api/refusal.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** RFC 9457: what went wrong, for people (`title`, `detail`) and for programs (`status`, `code`). */
export type ProblemDetails = {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  detail: string
  /** What is wrong with which value. */
  errors?: readonly Flaw[]
  requestId?: string
}

export function problemDetails(code: ProblemCode, detail: string): ProblemDetails {
  const status = problemStatus[code]
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, code, detail }
}
