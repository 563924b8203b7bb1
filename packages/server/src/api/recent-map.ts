type Slot<V> = { key: string; value: V; weight: number; older: Slot<V> | null; newer: Slot<V> | null }

type Options<V> = {
  /** The weight of all that is kept; an entry weighs 1 where nothing else is said. */
  capacity: number
  /** Told of each entry that had to go for a newer one. */
  onEvict?: (value: V) => void
}

/**
 * A map that forgets what was used least recently once it is full. The order is in a list of its own: a `Map` that loses
 * its first entry again and again takes longer and longer to find the next.
 */
export class RecentMap<V> {
  readonly #slots = new Map<string, Slot<V>>()
  readonly #capacity: number
  readonly #onEvict: (value: V) => void
  #oldest: Slot<V> | null = null
  #newest: Slot<V> | null = null
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
    this.#touch(slot)
    return slot.value
  }

  /** Looking does not count as using. */
  peek(key: string): V | undefined {
    return this.#slots.get(key)?.value
  }

  /** What weighs more than the whole map may is not kept. */
  set(key: string, value: V, weight = 1): void {
    if (weight > this.#capacity) return this.delete(key)
    const known = this.#slots.get(key)
    if (known === undefined) this.#add({ key, value, weight, older: null, newer: null })
    else this.#change(known, value, weight)
    this.#makeRoom()
  }

  delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#unlink(slot)
    this.#weight -= slot.weight
  }

  /** From the one unused for longest on, as long as they are past their use. */
  dropOldest(isPast: (value: V) => boolean): void {
    while (this.#oldest !== null && isPast(this.#oldest.value)) this.delete(this.#oldest.key)
  }

  #add(slot: Slot<V>): void {
    this.#slots.set(slot.key, slot)
    this.#append(slot)
    this.#weight += slot.weight
  }

  /** In place: a `Map` that loses and gets entries all the time is made anew again and again. */
  #change(slot: Slot<V>, value: V, weight: number): void {
    this.#weight += weight - slot.weight
    slot.value = value
    slot.weight = weight
    this.#touch(slot)
  }

  #touch(slot: Slot<V>): void {
    if (slot === this.#newest) return
    this.#unlink(slot)
    this.#append(slot)
  }

  #append(slot: Slot<V>): void {
    slot.older = this.#newest
    if (this.#newest === null) this.#oldest = slot
    else this.#newest.newer = slot
    this.#newest = slot
  }

  #unlink(slot: Slot<V>): void {
    const { older, newer } = slot
    if (older === null) this.#oldest = newer
    else older.newer = newer
    if (newer === null) this.#newest = older
    else newer.older = older
    slot.older = null
    slot.newer = null
  }

  #makeRoom(): void {
    while (this.#weight > this.#capacity && this.#oldest !== null) {
      const { key, value } = this.#oldest
      this.delete(key)
      this.#onEvict(value)
    }
  }
}
