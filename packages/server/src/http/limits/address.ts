import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { networkOf } from '../../api/network.ts'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Some proxies write the port along. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

type Asking = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Where a request came from. Each proxy writes in X-Forwarded-For, behind what is there already, whom it heard: so many
 * entries from the end are of our own proxies, what stands before them anyone may have made up.
 */
export function addressOf({ headers, socket }: Asking, proxies: number): string {
  const nearest = plain(socket.remoteAddress ?? '')
  if (proxies === 0) return nearest
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return nearest
  const heard = String(forwarded).split(',').slice(-proxies)
  const [first = ''] = heard
  const address = plain(first.trim())
  return isIP(address) === 0 ? nearest : address
}

function plain(address: string): string {
  const [, v6, v4] = WITH_PORT.exec(address) ?? []
  const bare = v6 ?? v4 ?? address
  return MAPPED.exec(bare)?.[1] ?? bare
}

/** What limits go by; what is no address stands for itself. */
export const partyAt = (address: string): string => networkOf(address) ?? address
