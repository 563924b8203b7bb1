import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyedHash } from './keyed-hash.ts'

const key = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const texts = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 20 })))

test.each(['sha256', 'sha512'] as const)('HMAC by %s is as Node makes it, whatever came before', (algorithm) => {
  fc.assert(
    fc.property(key, texts, (secret, all) => {
      const keyed = new KeyedHash(algorithm, secret)
      for (const text of all)
        expect(keyed.of(text)).toBe(createHmac(algorithm, secret).update(text).digest('base64url'))
    }),
  )
})
