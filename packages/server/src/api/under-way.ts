/** Whoever asks for what is being found out already waits for the same answer; nothing is kept once it is known. */
export class UnderWay<T> {
  readonly #asked = new Map<string, Promise<T>>()

  share(key: string, find: () => Promise<T>): Promise<T> {
    const asked = this.#asked.get(key)
    if (asked !== undefined) return asked
    const found = find().finally(() => this.#asked.delete(key))
    this.#asked.set(key, found)
    return found
  }
}
