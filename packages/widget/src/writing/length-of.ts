/** As the service counts: an emoji is one, however it is stored. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}
