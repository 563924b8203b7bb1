export const SIZES = ['large', 'small'] as const
export type Size = (typeof SIZES)[number]

/** One size of a photo, and where its bytes are: see blob-book.ts for what a generation is. */
export type StoredSize = { hash: string; generation: string; bytes: number; width: number; height: number }

/**
 * `coming`: its bytes are on their way, and nobody has been told of it. `gone`: it is nowhere to be seen, and stays only
 * until its bytes are gone too.
 */
export type PhotoState = 'coming' | 'here' | 'gone'

export type Photo = {
  _id: string
  org: string
  /** Who brought it. */
  owner: string
  state: PhotoState
  sizes: Record<Size, StoredSize>
  /** Names of the blobs that must stay because of it: none once it is gone. */
  blobs: string[]
  /** What it shows, for those who do not see it; empty where nobody said. */
  alt: string
  /** What it is part of, such as `post~<id>`; null while nothing uses it. */
  holder: string | null
  created: string
  /** When it goes; null while it has a holder. */
  expires: string | null
  /** When to ask whether its holder has come to be, and later whether it is still there; null while it has none. */
  ask: string | null
}

/** That the bytes of this hash are kept, or on their way here or out. */
export type BlobDocument = {
  /** The hash. */
  _id: string
  generation: string
  state: 'live' | 'dead'
  /** How often somebody counted on it: who lets go of it in between notices. */
  touched: number
  /** When to look whether any photo came to use it; null once one did. */
  look: string | null
}

/** Signs addresses of photos, and names the place of this database's files. */
export type FilesKey = { _id: string; key: string; place: string }

export const LARGEST_BYTES = 10_000_000
export const MOST_PIXELS = 40_000_000
export const LONGEST_ALT = 1500
/** What nobody uses goes after this. */
export const UNUSED_MS = 24 * 60 * 60_000
/** How often it is asked whether something is still used: a process that died may have told nobody. */
export const ASK_AGAIN_MS = 30 * 24 * 60 * 60_000
/** Bytes that take longer to arrive do not. */
export const COMING_MS = 60 * 60_000
/** So many may wait to be used, by one person. */
export const MOST_UNUSED = 100
/** So many are claimed at once. */
export const MOST_CLAIMED = 100
