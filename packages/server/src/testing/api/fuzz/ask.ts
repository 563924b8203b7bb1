import type { Agent } from 'node:http'
import type { Dice } from '../../../comments/seeding/dice.ts'
import { flawsOfAnswer, flawsOfProblem } from '../answer-flaws.ts'
import { type Document, type Operation, operationsOf } from '../document.ts'
import type { WholeService } from '../whole-service.ts'
import { overSocket, rawBytes, statusesIn } from './raw.ts'
import { type FuzzRequest, fuzzRequest, type Known } from './request.ts'
import { type Answered, canBeSent, inject, overHttp } from './send.ts'

export type Asking = { service: WholeService; known: Known; agent: Agent; port: number }
export type Outcome = { status: string; findings: string[] }

/** Announced answers of the 500s: a method that HTTP does not have, and too many requests at once. */
const ALLOWED_FAILURES = [503]

/** Sends the request of that number and looks at what comes back. */
export async function ask(asking: Asking, number: number, dice: Dice): Promise<Outcome> {
  const request = fuzzRequest(dice, asking.known)
  const way = dice.next()
  try {
    if (way < 0.05) return told(number, rawOutcome(await overSocket(asking.port, rawBytes(dice, request))), null)
    const isSent = way < 0.4 && canBeSent(request)
    const { agent, port, service } = asking
    const answer = isSent ? await overHttp(agent, port, request) : await inject(service.app, request)
    return told(
      number,
      { status: String(answer.statusCode), findings: flawsIn(service.document, request, answer) },
      request,
    )
  } catch (error) {
    return told(number, { status: 'failed', findings: [String(error)] }, request)
  }
}

function told(number: number, { status, findings }: Outcome, request: FuzzRequest | null): Outcome {
  const what = request === null ? 'bytes on a connection' : `${request.method} ${request.url.slice(0, 300)}`
  const body = request?.body?.toString().slice(0, 300) ?? ''
  const fields = (request?.fields ?? []).map(([name, value]) => `${name}: ${value.slice(0, 30)}`).join(', ')
  return { status, findings: findings.map((flaw) => `request ${number}, ${what} [${fields}] ${body}: ${flaw}`) }
}

function rawOutcome(answer: string): Outcome {
  const statuses = statusesIn(answer)
  const bad = statuses.filter((status) => status >= 500 && !ALLOWED_FAILURES.includes(status))
  const isHttp = answer === '' || statuses.length > 0
  const findings = bad.length === 0 && isHttp ? [] : [answer.slice(0, 500)]
  return { status: `raw ${statuses[0] ?? 'closed'}`, findings }
}

function flawsIn(document: Document, request: FuzzRequest, answer: Answered): string[] {
  if (answer.statusCode >= 500 && !ALLOWED_FAILURES.includes(answer.statusCode))
    return [`${answer.statusCode} ${answer.body.slice(0, 500)}`]
  // There is no body to look at.
  if (request.method === 'HEAD') return []
  const operation = operationAt(document, request)
  if (operation !== null) return flawsOfAnswer(document, operation, answer)
  return answer.statusCode < 400 ? [] : flawsOfProblem(document, answer)
}

/** The operation that an address belongs to; null where it may be read in more than one way. */
function operationAt(document: Document, { method, url }: FuzzRequest): Operation | null {
  const [path = ''] = url.split(/[?;#]/)
  const parts = path.split('/')
  const fits = (operation: Operation): boolean => {
    const wanted = operation.path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at])
  }
  const isPlain = !/[%\\]2[ef]|\\|\/\.|\/\//i.test(path)
  return isPlain ? (operationsOf(document).find((one) => one.method === method && fits(one)) ?? null) : null
}
