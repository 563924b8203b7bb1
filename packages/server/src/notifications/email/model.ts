import { defineCollection } from '@palaver/store'

export const BOUNCES = ['hard', 'soft', 'complaint'] as const
export type Bounce = (typeof BOUNCES)[number]

/** What is known of the address of a person, and how much went there. */
export type Mailbox = {
  /** The person. */
  _id: string
  org: string
  /** A keyed hash of the address that all of this is about: another address begins anew. */
  address: string
  /** Of bounces: it counts up, and is forgotten after a while. */
  score: number
  scored: string | null
  /** Why nothing is sent there any more. */
  suppressed: Bounce | null
  /** The person's local day that `mails` counts. */
  day: string
  mails: number
  /** The last window that was counted, so that a repeat is not. */
  counted: string | null
  /** When the last digest went out. */
  lastDigest: string | null
}

export const mailboxes = defineCollection<Mailbox>({
  name: 'mailboxes',
  indexes: [{ name: 'byAddress', on: ['org', 'address'] }],
})

/** One document: the key with which links and hashes of addresses are made. */
export type MailKey = { _id: string; key: string }

export const mailKeys = defineCollection<MailKey>({ name: 'mailKeys' })

export const emailCollections = [mailboxes, mailKeys]
