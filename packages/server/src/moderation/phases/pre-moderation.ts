import * as z from 'zod'
import { definePhase } from './phase.ts'

/** Everything waits for a moderator, or everything in some discussions. */
export const preModeration = definePhase({
  name: 'pre-moderation',
  settings: {
    discussions: z
      .array(z.string().min(1).max(64))
      .max(1_000)
      .optional()
      .meta({ description: 'Only in these; everywhere where none are named.' }),
  },
  look: async ({ discussion }, { discussions }) => {
    if (discussions !== undefined && !discussions.includes(discussion?._id ?? '')) return null
    return { is: 'hold', reason: 'A moderator looks at every comment here before it is published.' }
  },
})
