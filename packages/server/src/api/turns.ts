/** One after the other for each key: what would only get in each other's way waits here instead. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async of<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const begin = (): Promise<T> => work()
    const mine = before === undefined ? begin() : before.then(begin, begin)
    this.#last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}
