import type { Channel, Item } from '../model.ts'
import { addItem } from './adding.ts'
import { LOOK_MS, type Running, type Sending, SendingLoop } from './loop.ts'
import type { Place, WindowNeeds } from './needs.ts'
import type { Sender } from './sending.ts'

/** What people are told later, and together: every item goes out once, and a person gets one message at a time. */
export class Windows {
  readonly #needs: WindowNeeds
  readonly #loops = new Map<Channel, Sending>()

  constructor(needs: WindowNeeds) {
    this.#needs = needs
  }

  /** May be repeated: the item is in one window all the same. */
  async add(item: Item, place: Place): Promise<void> {
    await addItem(this.#needs, item, place)
    if (place.due < this.#needs.now() + LOOK_MS) this.#loops.get(place.channel)?.wake()
  }

  startSending(channel: Channel, sender: Sender, running: Running): Sending {
    const loop = new SendingLoop(this.#needs, { channel, sender, ...running })
    this.#loops.set(channel, loop)
    return loop
  }
}
