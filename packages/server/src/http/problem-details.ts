import { STATUS_CODES } from 'node:http'

/** Every code that an answer of the service can carry. docs/errors.md explains each; a code never changes its meaning. */
export const problemStatus = {
  'bad-request': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'body-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'headers-too-large': 431,
  internal: 500,
  'store-unavailable': 503,
} as const

export type ProblemCode = keyof typeof problemStatus

export const PROBLEM_TYPE = 'application/problem+json'

/** RFC 9457: what went wrong, for people (`title`, `detail`) and for programs (`status`, `code`). */
export type ProblemDetails = {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  detail: string
  requestId?: string
}

export function problemDetails(code: ProblemCode, detail: string): ProblemDetails {
  const status = problemStatus[code]
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, code, detail }
}
