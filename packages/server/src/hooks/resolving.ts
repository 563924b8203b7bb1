import { lookup, Resolver } from 'node:dns/promises'

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolver = new Resolver({ timeout: 2000, tries: 2 })

/**
 * The addresses of a name. The system's own resolver works on a few threads that the whole process shares, and a name
 * whose servers never answer would keep one for long: so it is asked only for local names, and for those that DNS
 * promptly says it does not know.
 */
export const addressesOf: Resolve = async (host) => {
  if (!host.includes('.')) return lookup(host, { all: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...addresses(four, 4), ...addresses(six, 6)]
  if (found.length > 0) return found
  for (const { reason } of [four, six].filter((answer) => answer.status === 'rejected'))
    if (reason instanceof Error && 'code' in reason && reason.code === 'ETIMEOUT') throw reason
  return lookup(host, { all: true })
}

type Answered = PromiseSettledResult<string[]>

const addresses = (answer: Answered, family: number) =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
