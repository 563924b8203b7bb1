/** Half of what the service takes at once, so that the address stays short enough for whatever stands before it. */
const GROUP = 50

export function* inGroups<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += GROUP) yield all.slice(at, at + GROUP)
}
