import * as z from 'zod'
import { foldKeyword } from '../decision/keywords.ts'
import { canonicalLocale } from '../decision/locale.ts'
import { DEVICES } from '../model.ts'
import { listOf } from './inputs.ts'

const MOST_KEYWORDS = 200
const LONGEST_KEYWORD = 80
const MOST_TOPICS = 200
const MOST_LOCALES = 50
const MOST_COUNTRIES = 250
const MOST_DAYPARTS = 50

/** As pages are compared with it. */
const keywordField = z
  .string()
  .min(1)
  .max(LONGEST_KEYWORD)
  .refine((word) => word.isWellFormed() && foldKeyword(word) !== '', 'must have a letter or a digit')
  .overwrite(foldKeyword)

const topicField = z.string().min(1).max(100).meta({ description: 'Id of a topic; it stands for all below it.' })

const localeField = z
  .string()
  .max(35)
  .refine((locale) => canonicalLocale(locale) !== null, 'must be a language as BCP 47 writes it, such as de or pt-BR')
  .overwrite((locale) => canonicalLocale(locale) ?? locale)

const countryField = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE')

const timeField = (pattern: RegExp) => z.string().regex(pattern, 'must be a time such as 09:30')
const daypartField = z
  .strictObject({
    days: listOf(z.int().min(0).max(6), 7).refine((days) => days.length > 0, 'must name a day'),
    from: timeField(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
    until: timeField(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: 'must be later than from: for a night write two, one until 24:00 and one from 00:00',
  })
  .meta({ description: "Days from 0, Sunday; times in the campaign's time zone, 24:00 for the end of the day." })

const bothOf = <S extends z.ZodType<string>>(one: S, most: number) => ({
  include: listOf(one, most).default([]),
  exclude: listOf(one, most).default([]),
})

/** What is left out asks for nothing. */
export const targetingField = z
  .strictObject({
    keywords: z
      .strictObject({ ...bothOf(keywordField, MOST_KEYWORDS), mode: z.enum(['filter', 'boost']).default('filter') })
      .prefault({}),
    topics: z.strictObject(bothOf(topicField, MOST_TOPICS)).prefault({}),
    locales: listOf(localeField, MOST_LOCALES).default([]),
    devices: listOf(z.enum(DEVICES), DEVICES.length).default([]),
    countries: z.strictObject(bothOf(countryField, MOST_COUNTRIES)).prefault({}),
    dayparts: z.array(daypartField).max(MOST_DAYPARTS).default([]),
  })
  .meta({ description: 'Empty lists ask for nothing; what is excluded is excluded, whatever else fits.' })
