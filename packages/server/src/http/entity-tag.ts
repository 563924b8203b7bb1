/** A tag with its quotes; a weak one compares as what it is weak of, which is what If-None-Match asks for. */
const TAG = /(?:W\/)?"([^"]*)"|(\*)/g
/** Each encoding of the same thing has a tag of its own: all of them mean that thing. */
const ENCODING = /-(?:gzip|br)$/

/** The tags in If-Match or If-None-Match, without quotes and encoding. */
export function tagsIn(field: string): string[] {
  return Array.from(field.matchAll(TAG), ([, tag, any]) => any ?? (tag ?? '').replace(ENCODING, ''))
}

/** Whether the caller has it already. */
export function isAmong(tag: string, field: string): boolean {
  return tagsIn(field).some((one) => one === tag || one === '*')
}
