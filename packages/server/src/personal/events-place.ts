import { setImmediate } from 'node:timers/promises'
import type { EventLogApi } from '@palaver/store'
import { redacted } from '../events/redact.ts'
import type { PersonalPlace } from './place.ts'

type Log = Pick<EventLogApi, 'read' | 'redact' | 'partitionOf'>

const BATCH = 500

/** The log: events tell what was said, and by whom. Ids stay, so that votes can be counted again. */
export const eventsPlace = (log: Log): PersonalPlace => ({
  name: 'events',
  erase: async ({ org, id, seq, late }) => {
    const partition = log.partitionOf(org)
    for (let after = late ? seq - 1 : 0; after < seq;) {
      const events = await log.read({ partition, after, limit: late ? 1 : BATCH, fresh: true })
      for (const event of events) {
        const said = event.org === org && event.seq <= seq ? redacted(event, id) : null
        if (said !== null) await log.redact(event, said)
      }
      const last = events.at(-1)
      if (last === undefined) return
      after = last.seq
      // The log may be long: others have their turn in between.
      await setImmediate()
    }
  },
})
