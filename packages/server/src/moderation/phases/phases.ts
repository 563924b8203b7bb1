import * as z from 'zod'
import { banned } from './banned.ts'
import { firstComment } from './first-comment.ts'
import { flood } from './flood.ts'
import { honeypot } from './honeypot.ts'
import { hook } from './hook.ts'
import { links } from './links.ts'
import type { Look } from './phase.ts'
import { preModeration } from './pre-moderation.ts'
import { repeats } from './repeats.ts'
import { words } from './words.ts'

/** All that can be looked at. An org says which of these, with which settings, in which order. */
const PHASES = [banned, honeypot, flood, repeats, words, links, firstComment, hook, preModeration] as const

export const ruleSchema = z.discriminatedUnion('phase', [
  banned.schema,
  honeypot.schema,
  flood.schema,
  repeats.schema,
  words.schema,
  links.schema,
  firstComment.schema,
  hook.schema,
  preModeration.schema,
])
export type Rule = z.output<typeof ruleSchema>

type AnyPhase = Omit<(typeof PHASES)[number], 'look'> & { look: Look<Rule> }

const BY_NAME = new Map(PHASES.map((phase) => [phase.name as string, phase as unknown as AnyPhase]))

/** The phase that a rule sets up; what is kept may name one that is no more. */
export const phaseOf = ({ phase }: Rule): AnyPhase | undefined => BY_NAME.get(phase)

export const MOST_RULES = 20

/** What an org has until it chooses otherwise. */
export const DEFAULT_RULES: readonly Rule[] = [
  { phase: 'banned' },
  { phase: 'honeypot' },
  { phase: 'flood', seconds: 60, byAuthor: 30, byAddress: 300, action: 'refuse' },
  { phase: 'repeats', minutes: 10, action: 'refuse' },
  { phase: 'links', most: 5, action: 'hold' },
]
