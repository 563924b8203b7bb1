import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import { CHANNELS, LEVELS, REASONS } from '../model.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00')

const MAIL_MODES = ['instant', 'hourly', 'daily', 'weekly', 'off'] as const

/** Of a week: days on which it is quiet, by their number (1 is Monday), and from when to when; over midnight where `to` is not later. */
const quietSchema = z.strictObject({ days: z.array(z.int().min(1).max(7)).max(7), from: time, to: time })

/** As those reckon with it who reckon with it: they know fewer names than browsers do. */
export const isTimeZone = (zone: string): boolean => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId !== ''
  } catch {
    return false
  }
}

/** What a person has chosen; what they have not follows from the defaults. The most specific choice holds. */
export const choicesSchema = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  /** For discussions of which they chose nothing: where they write … */
  whereTakingPart: z.enum(LEVELS),
  /** … and everywhere else. */
  elsewhere: z.enum(LEVELS),
  /** By channel, and within it by reason, which is more specific. */
  channels: z.partialRecord(
    z.enum(CHANNELS),
    z.strictObject({ on: z.boolean().optional(), reasons: z.partialRecord(z.enum(REASONS), z.boolean()).optional() }),
  ),
  /** By reason, whatever the channel. */
  reasons: z.partialRecord(z.enum(REASONS), z.boolean()),
  mutedTypes: z.array(z.string().min(1).max(200)).max(100),
  /** Nothing at all until then. */
  mutedUntil: z.iso.datetime().nullable(),
  mail: z.enum(MAIL_MODES),
  digestAt: time,
  /** 1 is Monday. */
  digestDay: z.int().min(1).max(7),
  quiet: quietSchema.nullable(),
})
export type Choices = z.output<typeof choicesSchema>

/** One document a person. */
export type Preferences = {
  _id: string
  org: string
  choices: Partial<Choices>
  rev: number
  /** Links in mails lead here without a token: what was unsubscribed from by one of them. */
  unsubscribed: { all: boolean; reasons: string[]; discussions: string[] }
  changed: string
}

export const DEFAULT_CHOICES: Choices = {
  timeZone: 'UTC',
  whereTakingPart: 'participating',
  elsewhere: 'mentions',
  channels: {},
  reasons: {},
  mutedTypes: [],
  mutedUntil: null,
  mail: 'instant',
  digestAt: '08:00',
  digestDay: 1,
  quiet: null,
}
