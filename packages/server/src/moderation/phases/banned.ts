import { definePhase } from './phase.ts'

/** Who is banned is told until when and why; who is shadow-banned does not notice. */
export const banned = definePhase({
  name: 'banned',
  spares: 'nobody',
  settings: {},
  look: async ({ actor }, _settings, { people, now }) => {
    // Nobody can lock out who could let them in again.
    if (actor.kind === 'server' || actor.role === 'admin') return null
    const { ban, shadow } = await people.standing(actor.org, actor.id)
    const isOver = (until: string | null): boolean => until !== null && Date.parse(until) <= now()
    if (ban !== null && !isOver(ban.until)) {
      const until = ban.until === null ? '' : ` until ${ban.until}`
      return { is: 'refuse', reason: `You are banned${until}: ${ban.reason}` }
    }
    if (shadow !== null && !isOver(shadow.until))
      return { is: 'hold', reason: 'The author is shadow-banned.', secretly: true }
    return null
  },
})
