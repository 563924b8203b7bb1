import type { Candidate, Judge, Reason, Verdict } from '../comments/service.ts'
import type { PhaseNeeds } from './phases/phase.ts'
import { phaseOf } from './phases/phases.ts'
import { isModerator } from './policy.ts'
import type { OrgRules } from './rules.ts'

type Needs = { rules: Pick<OrgRules, 'of'>; phases: PhaseNeeds }

/** Goes through the org's phases in their order: the first that refuses ends it, those that hold are collected. */
export const judging =
  ({ rules, phases }: Needs): Judge =>
  async (candidate) => {
    const why: Reason[] = []
    let secretly = false
    for (const rule of (await rules.of(candidate.actor.org)).phases) {
      const phase = phaseOf(rule)
      if (phase === undefined || (phase.spares === 'moderators' && isTrusted(candidate))) continue
      const found = await phase.look(candidate, rule, phases)
      if (found === null) continue
      const reason = { phase: rule.phase, reason: found.reason }
      if (found.is === 'refuse') return { is: 'refuse', why: [reason] }
      why.push(reason)
      secretly ||= found.secretly === true
    }
    return verdictOf(why, secretly)
  }

const isTrusted = ({ actor }: Candidate): boolean => actor.kind === 'server' || isModerator(actor)

const verdictOf = (why: Reason[], secretly: boolean): Verdict =>
  why.length === 0 ? { is: 'publish' } : { is: 'hold', why, secretly }
