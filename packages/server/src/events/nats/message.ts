import type { LoggedEvent } from '@palaver/store'
import { z } from 'zod'

/** An event in the stream. It names the one before it, so that a run of events is known to be one piece of the log. */
export type Carried = { previous: string | null; event: LoggedEvent }

const carried = z.object({
  previous: z.string().nullable(),
  event: z.looseObject({ _id: z.string(), partition: z.int(), seq: z.int() }),
})

export const encode = (message: Carried): Uint8Array => new TextEncoder().encode(JSON.stringify(message))

/** Null for what is none of ours. */
export function decode(text: string): Carried | null {
  try {
    const { success, data } = carried.safeParse(JSON.parse(text))
    return success ? (data as unknown as Carried) : null
  } catch {
    return null
  }
}
