import type { Closeness } from '../../accounts/service.ts'

/** How a viewer stands with somebody. */
export type Standing = {
  isSelf: boolean
  /** The viewer follows them, and was let. */
  follows: boolean
  /** They follow the viewer. */
  isFollowed: boolean
}

export function isWithin(to: Closeness, { isSelf, follows, isFollowed }: Standing): boolean {
  if (isSelf) return true
  return { everyone: true, followers: follows, following: isFollowed, nobody: false }[to]
}
