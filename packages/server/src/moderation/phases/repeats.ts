import * as z from 'zod'
import { folded } from '../folding.ts'
import { actionField, definePhase } from './phase.ts'

const MINUTE_MS = 60_000
/** Shorter ones, such as thanks, are said often. */
const LEAST_LENGTH = 20

/** The same text by the same author a moment ago, anywhere in the org. */
export const repeats = definePhase({
  name: 'repeats',
  settings: {
    minutes: z.int().min(1).max(1_440),
    leastLength: z.int().min(1).max(30_000).optional(),
    action: actionField,
  },
  look: async (
    { kind, request, actor, text },
    { minutes, leastLength = LEAST_LENGTH, action },
    { memory, heldTexts, now },
  ) => {
    const said = folded(text).trim()
    if (kind === 'edit' || said.length < leastLength) return null
    const since = now() - minutes * MINUTE_MS
    const isKnown = memory.saidBefore({ org: actor.org, author: actor.id, text: said, since, now: now(), request })
    const held = isKnown ? [] : await heldTexts(actor.org, actor.id, new Date(since).toISOString())
    if (!isKnown && !held.some((one) => folded(one).trim() === said)) return null
    return { is: action, reason: 'You have said the same a moment ago.' }
  },
})
