/** Remembers the last answers: of texts that come again and again, few in number. */
export function remembered<T>(answer: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = answer(text)
    if (known.size >= most) known.delete(known.keys().next().value as string)
    known.set(text, made)
    return made
  }
}
