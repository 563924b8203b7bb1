import type { Socket } from 'node:net'
import type { ProblemCode } from '../api/problem-codes.ts'
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts'

const CODE_OF_ERROR: Readonly<Record<string, { code: ProblemCode; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers-too-large', detail: 'The header fields are larger than the service reads.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request-timeout', detail: 'The request did not arrive in time.' },
}
const MALFORMED = { code: 'bad-request', detail: 'This is not an HTTP request that the service can read.' } as const

/** What could not be read; Node tells it along. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: unknown }

/** Answers what never became a request, straight on its connection, and closes that. */
export function answerClientError(error: Unreadable, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { code, detail } = CODE_OF_ERROR[error.code ?? ''] ?? MALFORMED
  const problem = problemDetails(code, detail)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  // To HEAD there is no body, whatever is wrong with the rest.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}
