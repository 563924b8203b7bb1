import type { Line } from '../talks/line.ts'

/** What somebody of the demo says of themselves, and whom they know; people are named as the demo names them. */
export type Villager = {
  id: string
  bio: string
  links: readonly string[]
  town: string
  /** What they can be asked about, and whether that is for all. */
  askMe?: { value: string; to: 'everyone' | 'followers' }
  isPrivate?: true
  wall?: 'everyone' | 'followers'
  follows: readonly string[]
  /** They have asked, and wait. */
  asks?: readonly string[]
  circles: readonly { key: string; name: string; people: readonly string[] }[]
  mutes?: readonly string[]
}

/** `circle`: the one of that key. `people`: those who are named. */
export type SampleAudience = 'public' | 'followers' | 'circles' | { circle: string } | { people: readonly string[] }

export type SamplePicture = { scene: string; alt: string }

/** A post of somebody's; letters and digits are its id. */
export type SamplePost = {
  id: string
  by: string
  /** How long ago it was written when the demo first had it. */
  daysAgo: number
  text: string
  to?: SampleAudience
  /** On whose wall, and whether that one has yet to look at it. */
  wall?: string
  waits?: true
  /** Path of a page of the magazine. */
  link?: string
  photos?: readonly SamplePicture[]
  place?: { name: string; latitude: number; longitude: number }
  /** Who voted for each choice; it is open for so many days. */
  poll?: { choices: readonly { text: string; votes: readonly string[] }[]; isMultiple?: true; days: number }
  /** The post that it quotes. */
  quotes?: string
  /** The post that it passes on; then it says nothing itself. */
  passesOn?: string
  reactions?: Readonly<Record<string, readonly string[]>>
  /** What others have said about it. */
  talk?: readonly Line[]
}
