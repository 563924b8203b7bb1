import type { Actor } from '../api/actor.ts'
import { banInWords } from '../api/ban.ts'
import { Refusal } from '../api/refusal.ts'
import type { Standings } from './standings.ts'

export type BanNeeds = { people: Pick<Standings, 'standing'>; now: () => number }

/** What stands against a person now: the words for who is banned, or that they are shadow-banned. */
export async function banOn(
  { people, now }: BanNeeds,
  actor: Pick<Actor, 'org' | 'id' | 'role' | 'kind'>,
): Promise<{ is: 'ban'; reason: string } | { is: 'shadow' } | null> {
  // Nobody can lock out who could let them in again.
  if (actor.kind === 'server' || actor.role === 'admin') return null
  const { ban, shadow } = await people.standing(actor.org, actor.id)
  const isOver = (until: string | null): boolean => until !== null && Date.parse(until) <= now()
  if (ban !== null && !isOver(ban.until)) return { is: 'ban', reason: banInWords(ban) }
  return shadow !== null && !isOver(shadow.until) ? { is: 'shadow' } : null
}

/** Who is banned neither votes nor reacts nor reports. */
export async function requireNotBanned(needs: BanNeeds, actor: Actor): Promise<void> {
  const ban = await banOn(needs, actor)
  if (ban?.is === 'ban') throw new Refusal('banned', ban.reason)
}
