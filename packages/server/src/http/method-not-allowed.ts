import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './errors.ts'
import { problemDetails } from './problem-details.ts'

/** Which the framework routes, and no address has: it stands for all others that there are. */
const ANY_OTHER = 'TRACE'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', ANY_OTHER]
const routed: ReadonlySet<string> = new Set(METHODS)

/** What a request was sent with, where the framework is given another. */
const sentAs = new WeakMap<IncomingMessage, string>()

/** Dozens of methods are known to Node: routes for each of them, at each address, would all say the same. */
export function toRoutedMethod(request: IncomingMessage): void {
  const { method = '' } = request
  if (routed.has(method)) return
  sentAs.set(request, method)
  request.method = ANY_OTHER
}

/** Notes the methods of each route, and answers every other method there with 405 and what is allowed. */
export function answerOtherMethods(app: FastifyInstance): void {
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one.toUpperCase())
    allowed.set(url, methods)
  })
  app.after(() => {
    for (const [url, methods] of Array.from(allowed)) refuseOthers(app, url, [...methods])
  })
}

function refuseOthers(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const method = METHODS.filter((one) => !allowed.includes(one))
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('allow', allowed.join(', '))
    const method = sentAs.get(request.raw) ?? request.method
    const detail = `${method} is not possible here; possible: ${allowed.join(', ')}.`
    return sendProblem(reply, problemDetails('method-not-allowed', detail))
  }
  // Before the body is read: it does not matter what is in it.
  app.route({ url, method, onRequest: refuse, handler: refuse })
}
