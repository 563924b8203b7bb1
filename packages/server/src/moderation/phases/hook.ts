import * as z from 'zod'
import type { Candidate } from '../../comments/service.ts'
import { ask, HookFailed } from '../../hooks/ask.ts'
import { definePhase, type Finding } from './phase.ts'

const TIMEOUT_MS = 1000

const answerSchema = z.object({
  verdict: z.enum(['publish', 'hold', 'refuse']),
  reason: z.string().max(500).default('The site has decided so.'),
})

/** The host's own server is asked, where the operator has set where. */
export const hook = definePhase({
  name: 'hook',
  settings: {
    onFailure: z.enum(['hold', 'publish']).default('hold').meta({ description: 'What follows if it does not answer.' }),
  },
  look: async (candidate, { onFailure }, { hookOf }) => {
    const asked = await hookOf(candidate.actor.org)
    if (asked === null) return null
    try {
      const { verdict, reason } = answerSchema.parse(await ask(asked, questionOf(candidate), { timeoutMs: TIMEOUT_MS }))
      return verdict === 'publish' ? null : { is: verdict, reason }
    } catch (error) {
      if (error instanceof HookFailed || error instanceof z.ZodError) return afterFailure(onFailure)
      throw error
    }
  },
})

const afterFailure = (wanted: 'hold' | 'publish'): Finding | null =>
  wanted === 'publish' ? null : { is: 'hold', reason: 'The site could not be asked, so a moderator looks at it.' }

/** All but the address it came from. */
const questionOf = ({ kind: of, actor, discussion, opens, text, html, parent, slug }: Candidate): unknown => ({
  kind: 'judge',
  org: actor.org,
  of,
  author: { id: actor.id, user: actor.hostId ?? null, name: actor.name, role: actor.role },
  resource: (discussion ?? opens)?.resource ?? null,
  discussion: discussion?._id ?? null,
  text,
  html,
  parent,
  slug,
})
