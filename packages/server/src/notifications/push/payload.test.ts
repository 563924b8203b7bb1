import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_PAYLOAD_BYTES } from './encrypt.ts'
import { cutTo, payloadOf, type PushMessage } from './payload.ts'

const message = (more: Partial<PushMessage>): PushMessage => ({
  title: 'Ada replied to you',
  body: 'Yes.',
  url: 'https://example.org/a#comment-x',
  tag: 't',
  person: 'p',
  notification: 'p~e',
  ...more,
})
const read = (payload: Buffer): PushMessage => JSON.parse(payload.toString()) as PushMessage

/** Families, flags, accents, control characters, halves of pairs, and everything else. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' }),
  fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }),
  fc
    .array(fc.constantFrom('👩‍👩‍👧‍👦', '🇺🇦', 'e\u0301', '\n', '"', '\u0001', 'ü', 'a', '\ud83d'), {
      maxLength: 2000,
      size: 'max',
    })
    .map((all) => all.join('')),
)

describe('J3: what a push message says', () => {
  it('J3: is whole where it fits', () => {
    expect(read(payloadOf(message({})))).toEqual(message({}))
  })

  it('J3: is at most 3,993 bytes, whatever was written', () => {
    fc.assert(
      fc.property(texts, texts, (title, body) => {
        const payload = payloadOf(message({ title, body }))
        expect(payload.length).toBeLessThanOrEqual(MOST_PAYLOAD_BYTES)
        expect(read(payload)).toMatchObject({ tag: 't', notification: 'p~e' })
      }),
    )
  })

  it('J3: uses the room there is', () => {
    const payload = payloadOf(message({ body: 'ü'.repeat(4000) }))
    expect(payload.length).toBeGreaterThan(MOST_PAYLOAD_BYTES - 4)
  })

  it('J3: leaves the address out where it alone fills the message', () => {
    const url = `https://example.org/${'x'.repeat(4000)}`
    expect(read(payloadOf(message({ url })))).toMatchObject({ url: null, body: 'Yes.' })
  })

  it('J3: a cut never splits a character', () => {
    const segments = (text: string): string[] =>
      [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
    fc.assert(
      fc.property(texts, fc.nat(200), (text, most) => {
        const cut = cutTo(text, most)
        expect(Buffer.byteLength(JSON.stringify(cut)) - 2).toBeLessThanOrEqual(most)
        if (cut === text || cut === '') return
        const kept = cut.slice(0, -1)
        const whole = segments(text).slice(0, segments(kept).length).join('')
        expect(text.startsWith(kept)).toBe(true)
        expect(whole.trimEnd()).toBe(kept)
      }),
    )
  })
})
