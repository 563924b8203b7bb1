import { banOn } from '../bans.ts'
import { definePhase } from './phase.ts'

/** Who is banned is told until when and why; who is shadow-banned does not notice. */
export const banned = definePhase({
  name: 'banned',
  spares: 'nobody',
  settings: {},
  look: async ({ actor }, _settings, needs) => {
    const ban = await banOn(needs, actor)
    if (ban === null) return null
    if (ban.is === 'ban') return { is: 'refuse', reason: ban.reason }
    return { is: 'hold', reason: 'The author is shadow-banned.', secretly: true }
  },
})
