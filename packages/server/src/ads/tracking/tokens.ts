import { timingSafeEqual } from 'node:crypto'
import type { Decided } from '../entries.ts'
import { CLICK_MS, CONVERSION_MS, IMPRESSION_MS, SKEW_MS } from '../lifetimes.ts'
import type { Keys, SigningKey } from './keys.ts'

/** Impression, viewable, click and conversion. */
export const KINDS = ['i', 'v', 'c', 'a'] as const
export type Kind = (typeof KINDS)[number]

/** `isLate`: it is one of ours, and comes too late to count. */
export type Opened = { decided: Decided; isLate: boolean }

/** How long after the decision each still counts. */
const COUNTS_MS: Readonly<Record<Kind, number>> = {
  i: IMPRESSION_MS,
  // Who scrolls down to an ad later sees it later.
  v: IMPRESSION_MS + 5 * 60_000,
  c: CLICK_MS,
  a: CONVERSION_MS,
}

const SEPARATOR = '.'
const PARTS = 11
const PLAIN = /^[\w-]*$/
/** All fields, each with a separator behind it, none of which is in a field. */
const ALL_PLAIN = /^(?:[\w-]*\.){9}$/
/** Before what had to be written in other letters. */
const CODED = '~'
/** Of six bits each: all of them count, so that a signature has one spelling. */
const SIGNATURE_LETTERS = 21
const LONGEST = 1000

/**
 * What was decided, signed, as text for an address. One digest of 512 bits signs all four kinds, each with 126 bits of
 * its own: HMAC-SHA512 is a pseudo-random function, so who knows three quarters of what it gives knows nothing of the
 * fourth, and an address of one kind is none of another.
 */
export class Tokens {
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  /** To be awaited before anything is issued or read; mostly there is nothing to wait for. */
  ready(): Promise<void> | undefined {
    return this.#keys.fresh()
  }

  /** What a page is given. */
  issue(decided: Decided): Record<Exclude<Kind, 'a'>, string> {
    const { payload, digest } = this.#signed(decided, decided.at)
    return {
      i: payload + signatureIn(digest, 'i'),
      v: payload + signatureIn(digest, 'v'),
      c: payload + signatureIn(digest, 'c'),
    }
  }

  /** What the advertiser is given, who is to learn nothing of the person: not even that it is the same one again. */
  issueConversion(decided: Decided, now: number): string {
    const { payload, digest } = this.#signed({ ...decided, person: '', topic: '' }, now)
    return payload + signatureIn(digest, 'a')
  }

  /** Null for what nobody here has signed, or with a key that holds no longer. */
  open(kind: Kind, token: string, now: number): Opened | null {
    if (token.length > LONGEST || token.length <= SIGNATURE_LETTERS) return null
    const parts = token.split(SEPARATOR)
    const key = parts.length === PARTS ? this.#keys.get(parts[0] ?? '') : undefined
    if (key === undefined || now >= key.until || !isSigned(key, kind, token)) return null
    const decided = decidedIn(parts)
    if (decided === null || decided.at > key.signedUntil) return null
    return { decided, isLate: now >= decided.at + COUNTS_MS[kind] || decided.at > now + SKEW_MS }
  }

  /** Only what still counts. */
  read(kind: Kind, token: string, now: number): Decided | null {
    const opened = this.open(kind, token, now)
    return opened === null || opened.isLate ? null : opened.decided
  }

  #signed(decided: Decided, now: number): { payload: string; digest: string } {
    const key = this.#keys.current(now)
    const payload = key.id + SEPARATOR + textOf(decided)
    return { payload, digest: digestOf(key, payload) }
  }
}

const digestOf = ({ secret }: SigningKey, payload: string): string => secret.of(payload)

function signatureIn(digest: string, kind: Kind): string {
  const at = KINDS.indexOf(kind) * SIGNATURE_LETTERS
  return digest.slice(at, at + SIGNATURE_LETTERS)
}

function isSigned(key: SigningKey, kind: Kind, token: string): boolean {
  const at = token.length - SIGNATURE_LETTERS
  const given = Buffer.from(token.slice(at))
  const right = Buffer.from(signatureIn(digestOf(key, token.slice(0, at)), kind))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** With a separator at its end. */
function textOf({ org, campaign, slice, index, creative, zone, topic, at, person }: Decided): string {
  const names = `${org}.${campaign ?? ''}.${slice ?? ''}.${index.toString(36)}.${creative}`
  const text = `${names}.${zone}.${topic}.${at.toString(36)}.${person}.`
  if (ALL_PLAIN.test(text)) return text
  const numbers = { index: index.toString(36), at: at.toString(36) }
  const fields = [org, campaign ?? '', slice ?? '', numbers.index, creative, zone, topic, numbers.at, person]
  return fields.map((field) => coded(field) + SEPARATOR).join('')
}

const coded = (text: string): string => (PLAIN.test(text) ? text : CODED + Buffer.from(text).toString('base64url'))

const read = (text: string): string =>
  text.startsWith(CODED) ? Buffer.from(text.slice(1), 'base64url').toString() : text

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Of what is signed: it is as we wrote it. Null where another version has written something else. */
function decidedIn(parts: readonly string[]): Decided | null {
  const [, org = '', campaign = '', slice = '', index = '', creative = '', ...page] = parts.map(read)
  const [zone = '', topic = '', at = '', person = ''] = page
  const numbers = { index: Number.parseInt(index, 36), at: Number.parseInt(at, 36) }
  if (!Number.isSafeInteger(numbers.index) || !Number.isSafeInteger(numbers.at)) return null
  return { org, campaign: orNull(campaign), slice: orNull(slice), ...numbers, creative, zone, topic, person }
}
