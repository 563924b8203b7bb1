const LONGEST = 500
/** Looking for addresses takes longer than a long text is worth. */
const MOST_READ = 2_000
const ADDRESS = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g
/** What may be the first half of an address. */
const LAST_WORD = /[^\s<>"'(),;:]*$/

/** What went wrong, for an operator to read: short, and without anybody's address. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}${causeOf(error)}` : String(error)
  return withoutAddresses(text).slice(0, LONGEST).toWellFormed()
}

/** What servers answer names whom they refuse; that is for no log and no document. */
export function withoutAddresses(text: string): string {
  const read = text.length > MOST_READ ? text.slice(0, MOST_READ).replace(LAST_WORD, '') : text
  return read.toWellFormed().replace(ADDRESS, '(address)')
}

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '')
