import type * as z from 'zod'

/** Their patterns are several hundred characters long, and say nothing to a person. */
const EXAMPLES: Readonly<Record<string, string>> = {
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time of day such as 12:00:00',
  url: 'an address such as https://example.org/',
  email: 'an email address such as ada@example.org',
  uuid: 'a UUID such as 123e4567-e89b-42d3-a456-426614174000',
}

/** A schema that has a sentence of its own is left to say it; those of the library begin with `Invalid`. */
export function wrongForm({ format, message }: z.core.$ZodIssueInvalidStringFormat): string {
  const [, ofString, name] = /^Invalid (string: )?(.*)/.exec(message) ?? []
  if (name === undefined) return message
  if (ofString !== undefined) return name
  return `must be ${EXAMPLES[format] ?? `a valid ${name}`}`
}
