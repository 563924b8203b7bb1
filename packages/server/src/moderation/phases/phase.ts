import * as z from 'zod'
import type { Candidate } from '../../comments/service.ts'
import type { Hook } from '../../hooks/ask.ts'
import type { Memory } from '../memory.ts'
import type { Standings } from '../standings.ts'

/** What a phase has against a text. `secretly`: its author is not to notice. */
export type Finding = { is: 'hold' | 'refuse'; reason: string; secretly?: boolean }

/** What phases are given to look at. */
export type PhaseNeeds = {
  now: () => number
  memory: Memory
  people: Pick<Standings, 'standing'>
  hookOf: (org: string) => Promise<Hook | null>
  /** How many comments of a person are published. */
  publishedBy: (org: string, person: string) => Promise<number>
  /** What of a person was held since, the newest first. */
  heldTexts: (org: string, person: string, since: string) => Promise<string[]>
}

/** Looks at one thing; null lets the text pass. */
export type Look<S> = (candidate: Candidate, settings: S, needs: PhaseNeeds) => Promise<Finding | null>

export type Phase<N extends string, S extends z.ZodRawShape> = {
  name: N
  /** Whose texts it does not look at. */
  spares: 'moderators' | 'nobody'
  schema: z.ZodObject<{ phase: z.ZodLiteral<N> } & S, z.core.$strict>
  look: Look<z.output<z.ZodObject<S>>>
}

type Definition<N extends string, S extends z.ZodRawShape> = {
  name: N
  spares?: 'moderators' | 'nobody'
  settings: S
  look: Look<z.output<z.ZodObject<S>>>
}

export const definePhase = <const N extends string, S extends z.ZodRawShape>({
  name,
  spares = 'moderators',
  settings,
  look,
}: Definition<N, S>): Phase<N, S> => ({
  name,
  spares,
  schema: z.strictObject({ phase: z.literal(name), ...settings }) as unknown as Phase<N, S>['schema'],
  look,
})

export const actionField = z.enum(['hold', 'refuse'])
