import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { KeySets } from './jwks.ts'
import { ORG_DEFAULTS, type Org } from './model.ts'
import { type PersonOf, Tokens } from './tokens.ts'

export const NOW = Date.parse('2030-01-01T00:00:00.000Z')
export const key = { id: 'k1', secret: 'a-secret-that-is-long-enough-for-hs256', created: '' }
export const good = { org: 'main', user: { id: 'ada', username: 'Ada' }, exp: NOW / 1000 + 60 }

type Header = { alg?: string; kid?: string; typ?: string }

export const signed = (claims: JWTPayload, header: Header = {}, secret = key.secret): Promise<string> =>
  signedBy(new TextEncoder().encode(secret), claims, header)

export const signedBy = (by: KeyObject | Uint8Array, claims: JWTPayload, header: Header = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(by)

type Pair = { privateKey: KeyObject; publicKey: KeyObject }
export const rsa = (modulusLength = 2048): Pair => generateKeyPairSync('rsa', { modulusLength })
export const ec = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const jwkOf = ({ publicKey }: Pair, more: object = {}): object => ({
  ...publicKey.export({ format: 'jwk' }),
  ...more,
})

const main: Org = { _id: 'main', name: 'Main', created: '', keys: [key], settings: {}, ...ORG_DEFAULTS }

/** Tokens of the org `main`, made as the change says. */
export function tokensOf(change: Partial<Org> = {}, clock = { now: NOW }) {
  const asked: string[] = []
  const failures: unknown[] = []
  const org: Org = { ...main, ...change }
  const orgOf = async (id: string) => {
    asked.push(id)
    return id === org._id ? org : null
  }
  const now = (): number => clock.now
  const keySets = new KeySets({ now, onFailure: (_url, error) => failures.push(error) })
  const told: unknown[] = []
  const known: { person: Awaited<ReturnType<PersonOf>> } = { person: null }
  const tell = async (...telling: unknown[]): Promise<void> => void told.push(telling)
  return {
    tokens: new Tokens({ personOf: async () => known.person, now, orgOf, keySets, tell }),
    org,
    asked,
    failures,
    told,
    known,
    clock,
  }
}

export type Refused = { code: string; message: string }

/** Why a token is refused: its code and sentence; `taken` where it is not. */
export const refusalOf = (token: string, { tokens } = tokensOf()): Promise<string> =>
  tokens.identify(token).then(
    () => 'taken',
    ({ code, message }: Refused) => `${code}: ${message}`,
  )

/** A host on loopback that answers as it is told, and counts how often it is asked. */
export async function hostAnswering(answer: RequestListener): Promise<{ url: string; asked: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}/jwks.json`, asked: () => count }
}
