import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Refused } from './front.ts'
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts'

const CODE_OF_ERROR: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers-too-large', detail: 'The header fields are larger than the service reads.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request-timeout', detail: 'The request did not arrive in time.' },
}
const NO_PROXY = { code: 'bad-request', detail: 'The service is no proxy: it connects to nothing.' } as const
const MALFORMED = { code: 'bad-request', detail: 'This is not an HTTP request that the service can read.' } as const

/** What could not be read; Node tells it along. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: unknown }

/** Answers what never became a request, straight on its connection, and closes that. */
export function answerClientError(error: Unreadable, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  // To HEAD there is no body, whatever is wrong with the rest.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  const { head, body } = answerTo(CODE_OF_ERROR[error.code ?? ''] ?? MALFORMED)
  socket.end(isHead ? head : head + body)
}

/** Node leaves such a connection to whoever answers it, and would close it without a word. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  const { head, body } = answerTo(NO_PROXY)
  socket.on('error', () => socket.destroy())
  socket.end(head + body, () => socket.destroy())
}

function answerTo({ code, detail }: Refused): { head: string; body: string } {
  const problem = problemDetails(code, detail)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return { head: `${head.join('\r\n')}\r\n\r\n`, body }
}
