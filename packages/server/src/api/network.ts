import { isIP } from 'node:net'

export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Of IPv6 the first half: whoever has one address there has all of them. Null for what is no address. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const version = isIP(plain)
  if (version === 4) return plain
  if (version === 0) return null
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  return mapped ?? `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - before.length - behind.length
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...behind].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
