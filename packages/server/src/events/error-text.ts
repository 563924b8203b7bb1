const LONGEST = 500
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** What went wrong, for an operator to read: short, and without anybody's address. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}${causeOf(error)}` : String(error)
  return text.toWellFormed().replace(ADDRESS, '(address)').slice(0, LONGEST).toWellFormed()
}

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '')
