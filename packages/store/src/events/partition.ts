/**
 * The partition of an org's events: the same on every engine, machine and version, for it is stored.
 * FNV-1a over the UTF-16 units, then mixed, because the low bits alone decide where `partitions` is a power of two.
 */
export function partitionOf(org: string, partitions: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < org.length; at++) {
    const unit = org.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % partitions
}
