import * as z from 'zod'
import type { VariantInput } from '../changes/naming.ts'
import { MOST_LOCALES } from '../model.ts'

const LOCALE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/
const NOT_A_LOCALE = 'must be a language as BCP 47 has it, such as de or pt-BR'

const canonical = (locale: string): string | null => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null
  } catch {
    return null
  }
}
const localeName = z
  .string()
  .max(32)
  .regex(LOCALE, NOT_A_LOCALE)
  .refine((locale) => !LOCALE.test(locale) || canonical(locale) !== null, NOT_A_LOCALE)

export const localeField = localeName.transform((locale) => canonical(locale) ?? locale)

export const localeQuery = localeField.optional().meta({ description: 'In which language names and addresses are.' })

/** By language. */
export const inLocales = <V extends z.ZodType<VariantInput | null>>(variant: V) =>
  z
    .record(localeName, variant)
    .refine((locales) => Object.keys(locales).length <= MOST_LOCALES, `must be at most ${MOST_LOCALES} languages`)
    .transform((locales): Record<string, z.output<V>> => {
      const entries = Object.entries(locales).map(([locale, one]) => [canonical(locale) ?? locale, one] as const)
      return Object.fromEntries(entries)
    })
