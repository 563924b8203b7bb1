import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { REASONS } from '../model.ts'
import type { UnsubscribeScope } from '../preferences/preferences.ts'
import type { Signer } from './mail-key.ts'

export type Unsubscribing = { org: string; person: string; scope: UnsubscribeScope }

const scopeSchema = z.union([
  z.tuple([z.literal('all')]),
  z.tuple([z.literal('reason'), z.enum(REASONS)]),
  z.tuple([z.literal('discussion'), z.string().min(1)]),
])
const tokenSchema = z.tuple([z.string().min(1), z.string().min(1), scopeSchema])

const PURPOSE = 'unsubscribe'
const SIGNATURE_BYTES = 18

/** Says who stops hearing of what, and nothing else: no address, no right to more. It does not end. */
export async function unsubscribeToken(signer: Signer, { org, person, scope }: Unsubscribing): Promise<string> {
  const text = Buffer.from(JSON.stringify([org, person, listed(scope)])).toString('base64url')
  return `${text}.${await signature(signer, text)}`
}

/** Null where nobody signed it here. */
export async function readToken(signer: Signer, token: string): Promise<Unsubscribing | null> {
  const [text = '', signed = '', ...rest] = token.split('.')
  const expected = Buffer.from(await signature(signer, text))
  const given = Buffer.from(signed)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const read = tokenSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (!read.success) return null
  const [org, person, scope] = read.data
  return { org, person, scope: named(scope) }
}

const signature = async (signer: Signer, text: string): Promise<string> =>
  (await signer.sign(PURPOSE, text)).subarray(0, SIGNATURE_BYTES).toString('base64url')

function listed(scope: UnsubscribeScope): z.output<typeof scopeSchema> {
  if (scope.kind === 'all') return ['all']
  return scope.kind === 'reason' ? ['reason', scope.reason] : ['discussion', scope.discussion]
}

function named([kind, name]: z.output<typeof scopeSchema>): UnsubscribeScope {
  if (kind === 'all') return { kind }
  return kind === 'reason' ? { kind, reason: name } : { kind, discussion: name }
}
