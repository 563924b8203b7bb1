import * as z from 'zod'
import { networkOf } from '../../api/network.ts'
import { actionField, definePhase } from './phase.ts'

const most = z.int().min(1).max(1_000).optional()

/** Too many in a short time, by an author or from an address. */
export const flood = definePhase({
  name: 'flood',
  settings: { seconds: z.int().min(1).max(3_600), byAuthor: most, byAddress: most, action: actionField },
  look: async ({ actor, address, request }, { seconds, byAuthor, byAddress, action }, { memory, now }) => {
    const within = { now: now(), ms: seconds * 1000, request }
    const isTooMany = (who: string, limit: number | undefined): boolean =>
      limit !== undefined && !memory.hasRoom(`${actor.org} ${limit} in ${seconds} s ${who}`, { ...within, limit })
    if (
      isTooMany(`by ${actor.id}`, byAuthor) ||
      (address !== null && isTooMany(`from ${networkOf(address) ?? address}`, byAddress))
    )
      return { is: action, reason: 'Too much in a short time: wait a little.' }
    return null
  },
})
