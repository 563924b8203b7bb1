import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach what listens there: every address that the name stands for is its own. */
export async function isLoopback(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
}
