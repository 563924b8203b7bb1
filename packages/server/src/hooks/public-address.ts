import { BlockList, isIP } from 'node:net'

/** Not of the internet at large: this machine, its networks, its provider's inside, or nobody. */
const CLOSED_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Within the global range, yet for documentation, protocols or tunnels to an IPv4 address (6to4, Teredo). */
const CLOSED_IPV6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** An IPv4 address is reached by these IPv6 prefixes too: mapped, and through NAT64. */
const IPV4_WITHIN = ['::ffff:', '64:ff9b::'] as const

const closed = new BlockList()
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const prefix of IPV4_WITHIN) global.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')
for (const [network, bits] of CLOSED_IPV6) closed.addSubnet(network, bits, 'ipv6')
for (const [network, bits] of CLOSED_IPV4) {
  closed.addSubnet(network, bits, 'ipv4')
  for (const prefix of IPV4_WITHIN) closed.addSubnet(`${prefix}${network}`, 96 + bits, 'ipv6')
}

/** Whether an IP address, as text, is one that anybody on the internet may reach. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  // With a zone (fe80::1%eth0) it is link-local, and no list takes it.
  if (version === 0 || address.includes('%')) return false
  return global.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
