const AT_ONCE = 50

/** Does it for each of them, many at a time but not all: a page of people may be long. */
export async function sideBySide<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(act))
}
