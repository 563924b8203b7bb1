import * as z from 'zod'
import { lineOfText } from '../../api/fields.ts'

const LONGEST_NAME = 120
const LONGEST_ADDRESS = 2000
/** A million of the org's currency. */
const MOST_MONEY = 1_000_000_000_000

/** By which the org's own pages name it. */
export const keyField = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits and dashes, such as front-page')

export const zoneKey = keyField.meta({ description: 'Key of a zone.' })

export const idField = z.string().regex(/^[\w-]{1,64}$/, 'must be an id')

/** Chosen by who creates it, so that a repeat finds what the first try made. */
export const newIdField = z
  .string()
  .regex(/^[A-Za-z0-9]{10,22}$/, 'must be 10 to 22 letters and digits that nothing else is called')
  .meta({ description: 'A name for it, so that a repeat finds itself; made by the service where none is said.' })

export const nameField = lineOfText(LONGEST_NAME).refine(
  (name) => /[^\p{C}\p{Z}]/u.test(name),
  'must have something to see',
)

/** Two lists that say the same are the same. */
export const listOf = <S extends z.ZodType<string | number>>(one: S, most: number) =>
  z
    .array(one)
    .max(most)
    .overwrite((all) => [...new Set(all)])

export const moneyField = z
  .int()
  .min(0)
  .max(MOST_MONEY)
  .meta({ description: 'Whole micro-units: 2.50 of the currency is 2500000.' })

/** In one form, so that times can be compared as text. */
export const instantField = z.iso.datetime().overwrite((text) => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : new Date(at).toISOString()
})

export const timeZoneField = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][\w+/-]*$/, 'must be the name of a time zone, such as Europe/Berlin')
  .refine(isTimeZone, 'must be a time zone that this service knows, such as Europe/Berlin')

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Where a click leads. It is kept as a browser reads it, so it can stand in a header. */
export const destinationField = z
  .string()
  .max(LONGEST_ADDRESS)
  .regex(/^https?:\/\/\S+$/i, 'must be an http or https address, such as https://example.org/offer')
  .refine((address) => URL.canParse(address), 'must be an http or https address, such as https://example.org/offer')
  .refine((address) => !hasCredentials(address), 'must be an address without a user name or password')
  .overwrite((address) => (URL.canParse(address) ? new URL(address).href : address))
  .refine((address) => address.length <= LONGEST_ADDRESS, `must be at most ${LONGEST_ADDRESS} characters long`)
  .meta({ description: 'An http or https address; clicks lead there through this service.' })

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** Whether one comes after the other, where both are there. */
export const isInOrder = (from: string | null, until: string | null): boolean =>
  from === null || until === null || from < until

export const OUT_OF_ORDER = 'must be later than from'
