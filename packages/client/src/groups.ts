import { queryOf } from './request.ts'

/** With one more of the longest (3 kB) an address stays within the 8 kB that most of what stands before it takes. */
const ROOM = 4000
/** So there are at most 50 in a group, half of what the service takes at once. */
const LEAST = 80

/** What can be asked for in one address each. */
export function* inGroups<T>(all: readonly T[], textOf: (one: T) => string): Generator<readonly T[]> {
  let group: T[] = []
  let room = ROOM
  for (const one of all) {
    group.push(one)
    room -= Math.max(LEAST, queryOf({ query: { slug: textOf(one) } }).length)
    if (room <= 0) {
      yield group
      group = []
      room = ROOM
    }
  }
  if (group.length > 0) yield group
}
