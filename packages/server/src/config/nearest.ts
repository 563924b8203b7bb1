/** The name that takes the fewest single-character edits to reach; null where all are too far to be meant. */
export function nearest(word: string, names: readonly string[]): string | null {
  const ranked = names.map((name) => ({ name, edits: editsBetween(word, name) })).toSorted((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best !== undefined && best.edits <= Math.max(2, word.length / 4) ? best.name : null
}

function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
