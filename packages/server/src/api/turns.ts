/** One after the other for each key: what would only get in each other's way waits here instead. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async of<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => {})
    this.#last.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}
