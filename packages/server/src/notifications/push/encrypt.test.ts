import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areBrowserKeys, CURVE, encrypt, fresh, MOST_PAYLOAD_BYTES } from './encrypt.ts'
import { type Browser, decrypt, newBrowser } from './testing/decrypt.ts'

/** RFC 8291, section 5 and appendix A. */
const VECTOR = {
  text: 'When I grow up, I want to be a watermelon',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browserPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

function pairOf(privateKey: string) {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(bytes(privateKey))
  return pair
}

describe('J1: the encryption of push messages', () => {
  const browser: Browser = {
    ecdh: pairOf(VECTOR.browserPrivate),
    keys: { p256dh: VECTOR.browserPublic, auth: VECTOR.auth },
  }

  it('J1: gives the body of RFC 8291, byte by byte', () => {
    const made = encrypt(Buffer.from(VECTOR.text), browser.keys, {
      sender: pairOf(VECTOR.senderPrivate),
      salt: bytes(VECTOR.salt),
    })
    expect(made.toString('base64url')).toBe(VECTOR.body)
  })

  it('J1: what the test service decrypts with reads the body of RFC 8291', () => {
    expect(decrypt(bytes(VECTOR.body), browser).toString()).toBe(VECTOR.text)
  })

  it('J1: any payload, for any browser, comes out as it went in, and differs each time', () => {
    const payloads = fc.uint8Array({ maxLength: MOST_PAYLOAD_BYTES })
    fc.assert(
      fc.property(payloads, (payload) => {
        const one = newBrowser()
        const body = encrypt(Buffer.from(payload), one.keys, fresh())
        expect(decrypt(body, one)).toEqual(Buffer.from(payload))
        expect(body.length).toBeLessThanOrEqual(4096)
        expect(() => decrypt(body, newBrowser())).toThrow('unable to authenticate')
      }),
      { numRuns: 60 },
    )
  })

  it('J3: the longest payload fills exactly one record, and a longer one is not sent', () => {
    const { keys } = newBrowser()
    expect(MOST_PAYLOAD_BYTES).toBe(3993)
    expect(encrypt(Buffer.alloc(3993), keys, fresh())).toHaveLength(4096)
    expect(() => encrypt(Buffer.alloc(3994), keys, fresh())).toThrow(RangeError)
  })

  it('knows keys that no browser has', () => {
    const { keys } = newBrowser()
    expect(areBrowserKeys(keys)).toBe(true)
    expect(areBrowserKeys({ ...keys, auth: 'AAAA' })).toBe(false)
    const point = bytes(keys.p256dh)
    point[40] = (point[40] ?? 0) ^ 1
    expect(areBrowserKeys({ ...keys, p256dh: point.toString('base64url') })).toBe(false)
    expect(
      areBrowserKeys({ ...keys, p256dh: pairOf(VECTOR.senderPrivate).getPublicKey('base64url', 'compressed') }),
    ).toBe(false)
  })
})
