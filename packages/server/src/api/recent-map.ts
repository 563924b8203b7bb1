type Slot<V> = { value: V; weight: number }

type Options<V> = {
  /** The weight of all that is kept; an entry weighs 1 where nothing else is said. */
  capacity: number
  /** Told of each entry that had to go for a newer one. */
  onEvict?: (value: V) => void
}

/** A map that forgets what was used least recently once it is full. */
export class RecentMap<V> {
  readonly #slots = new Map<string, Slot<V>>()
  readonly #capacity: number
  readonly #onEvict: (value: V) => void
  #weight = 0

  constructor({ capacity, onEvict = () => {} }: Options<V>) {
    this.#capacity = capacity
    this.#onEvict = onEvict
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string): V | undefined {
    const slot = this.#slots.get(key)
    if (slot === undefined) return undefined
    // A map keeps the order of insertion: the first key is the one unused for longest.
    this.#slots.delete(key)
    this.#slots.set(key, slot)
    return slot.value
  }

  /** Looking does not count as using. */
  peek(key: string): V | undefined {
    return this.#slots.get(key)?.value
  }

  /** What weighs more than the whole map may is not kept. */
  set(key: string, value: V, weight = 1): void {
    this.delete(key)
    if (weight > this.#capacity) return
    this.#slots.set(key, { value, weight })
    this.#weight += weight
    this.#makeRoom()
  }

  delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#weight -= slot.weight
  }

  /** From the one unused for longest on, as long as they are past their use. */
  dropOldest(isPast: (value: V) => boolean): void {
    for (const [key, { value }] of this.#slots) {
      if (!isPast(value)) return
      this.delete(key)
    }
  }

  #makeRoom(): void {
    for (const [key, { value }] of this.#slots) {
      if (this.#weight <= this.#capacity) return
      this.delete(key)
      this.#onEvict(value)
    }
  }
}
