/** Somebody of an org. */
export type Whose = { org: string; id: string }

/**
 * When a person was erased: all that was told before lies before this place in the log. `late`: they had been erased
 * already, and it is about what is told just there.
 */
export type Erasure = Whose & { seq: number; late: boolean }

export type PersonalFile = { name: string; bytes: number; content: AsyncIterable<Uint8Array> }

/**
 * A place where something of a person lies. Each module lists its own, and context.ts puts them together: whoever
 * keeps something new about people adds it there, and export and erasing find it.
 */
export type PersonalPlace = {
  /** What it is called in the archive. */
  name: string
  /** What lies there, for the person to have; left out where nothing of it means anything to them. */
  items?: (whose: Whose) => AsyncIterable<Readonly<Record<string, unknown>>>
  /** Files of theirs, which the items name. */
  files?: (whose: Whose) => AsyncIterable<PersonalFile>
  /** Takes it out. It may be asked again, and then finds nothing. */
  erase: (erasure: Erasure) => Promise<void>
}
