import type { Collection, LoggedEvent, Page, Position } from '@palaver/store'
import type { QueueItem } from './item-model.ts'
import { redacted } from './redact.ts'

const BATCH = 100

type Erasure = { org: string; id: string }
type Place = { name: string; erase: (erasure: Erasure) => Promise<void> }

/**
 * Copies of events that wait in a queue, or are dead letters there. To be asked after the log: a copy that is made
 * meanwhile is compared with the log once it is made.
 */
export const queuePlaces = (items: Collection<QueueItem>): Place[] => [
  {
    name: 'queues',
    erase: async ({ org, id }) => {
      let after: Position | null = null
      do {
        const page: Page<QueueItem> = await items.find({ where: { org, people: id }, limit: BATCH, after })
        for (const item of page.docs) await erased(items, item, id)
        after = page.next
      } while (after !== null)
    },
  },
]

async function erased(items: Collection<QueueItem>, { _id }: QueueItem, id: string): Promise<void> {
  await items.change(_id, (item, to) => {
    if (item === null) return null
    const event = JSON.parse(item.copy) as LoggedEvent
    const said = redacted(event, id)
    return said === null ? null : to.change({ $set: { copy: JSON.stringify({ ...event, ...said }) } })
  })
}
