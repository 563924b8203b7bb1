/** Does the work of a name, or waits for the one who is doing it. */
export type Together = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Many writers of one process meet the same full page at once: one splits it. */
export function together(): Together {
  const running = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const others = running.get(name) as Promise<T> | undefined
    if (others !== undefined) return others
    const mine = work().finally(() => running.delete(name))
    running.set(name, mine)
    return mine
  }
}
