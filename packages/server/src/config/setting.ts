import { z } from 'zod'

/** A setting is read from one environment variable; its default is written as a person would write it there. */
export type Setting = {
  variable: `PALAVER_${string}`
  meaning: string
  fallback: string
  /** Ends the sentence "must be …". */
  allowed: string
  schema: z.ZodType<unknown, string>
  /** Never shown as it is, nor in an error. */
  secret?: true
}

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
