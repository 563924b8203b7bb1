/** Bytes that are kept, to be read once or not at all: `bytes` says how many there are. */
export type OpenBlob = { bytes: number; stream: AsyncIterable<Uint8Array> }

/**
 * Where bytes are kept under names of our own making. Whatever happens on the way, a name has all of its bytes or none;
 * the same name always has the same bytes, so that everything here can be done twice.
 */
export type Blobs = {
  /** Resolves once they are there to stay. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Null where there are none. */
  open(name: string): Promise<OpenBlob | null>
  /** Also where there are none. */
  remove(name: string): Promise<void>
  /** Names in order, after the one that is given; fewer than `limit` at the end. */
  list(after: string | null, limit: number): Promise<string[]>
  /** Removes what a process that was killed has left half written before this instant. */
  tidy(before: number): Promise<void>
}

/** `<hash>-<generation>`: what the bytes are, and which time they were brought here. */
const NAME = /^[0-9a-f]{64}-[0-9a-f]{16}$/

export const isBlobName = (name: string): boolean => NAME.test(name)

export const blobName = (hash: string, generation: string): string => `${hash}-${generation}`

export function partsOf(name: string): { hash: string; generation: string } {
  const [hash = '', generation = ''] = requireName(name).split('-')
  return { hash, generation }
}

/** Where it lies, in folders that stay small. No word of a user's ever becomes part of a path. */
export function placeOf(name: string): string {
  requireName(name)
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`
}

function requireName(name: string): string {
  if (isBlobName(name)) return name
  throw new Error('This is not the name of a blob.')
}
