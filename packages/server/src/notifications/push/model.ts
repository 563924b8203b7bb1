import * as z from 'zod'
import { areBrowserKeys } from './encrypt.ts'

/** A pair of keys by which push services know this installation; the public one is its name. Both are base64url. */
export type PushKey = { publicKey: string; privateKey: string; created: string }

/** All pairs that subscriptions may have been made with, the newest first. */
export type PushKeys = { _id: string; keys: PushKey[] }

/** A browser that wants to be told. It belongs to whoever signed in there last. */
export type Subscription = {
  /** Hash of org and endpoint. */
  _id: string
  org: string
  person: string
  endpoint: string
  p256dh: string
  auth: string
  /** The public key that it was made with: the push service takes messages that are signed with that pair alone. */
  key: string
  /** Of the words around the text. */
  language: string
  created: string
  /** When the browser last said that it is still there. */
  refreshed: string
  /** Failures since the last success, those within an hour counted as one. */
  failures: { count: number; first: string; last: string } | null
}

const LONGEST_ENDPOINT = 2000
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+={0,2}$/, 'must be base64url')
    .transform((text) => text.replace(/=+$/, ''))

/** What `PushSubscription.toJSON()` gives, and with what it was made. */
export const subscribeSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, error: 'must be an https address' }).max(LONGEST_ENDPOINT),
  expirationTime: z.number().nullish(),
  keys: z
    .strictObject({ p256dh: base64url(100), auth: base64url(30) })
    .refine(areBrowserKeys, 'must be the keys that a browser made'),
  key: base64url(100).optional().meta({ description: 'The public key it was made with; the one of now if left out.' }),
  language: z
    .string()
    .regex(/^[a-zA-Z]{2,8}(-[a-zA-Z\d]{1,8}){0,4}$/, 'must be a language such as en or de-AT')
    .optional(),
})
export type Subscribing = z.output<typeof subscribeSchema>
