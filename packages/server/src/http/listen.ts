import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/settings.ts'
import { EXIT, Problem, systemCode } from '../problem.ts'

type Where = Pick<Config, 'host' | 'port'>

/** Starts to accept connections and returns the address to open. */
export async function listen(app: FastifyInstance, where: Where): Promise<string> {
  try {
    await app.listen({ host: where.host, port: where.port, listenTextResolver: () => 'accepting connections' })
  } catch (error) {
    throw new Problem(EXIT.environment, sentence(systemCode(error), where), { cause: error })
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : where.port
  return `http://${reachable(where.host)}:${port}`
}

function sentence(code: string, { host, port }: Where): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop the program that uses it, or set PALAVER_PORT to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PALAVER_PORT to a port from 1024 on.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine: set PALAVER_HOST to one that is, such as 127.0.0.1.`
    default:
      return `The service cannot listen on ${host}, port ${port} (${code}): set PALAVER_HOST and PALAVER_PORT to others.`
  }
}

/** An address that a browser on this machine can open. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
