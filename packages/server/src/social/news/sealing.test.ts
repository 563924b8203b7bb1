import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SealedPlaces } from './sealing.ts'

const place = { posted: '2026-01-02T03:04:05.678Z', post: 'Ab3dEf6hIj' }

it('what is sealed is opened by every node of a database, and read by nobody', () => {
  const cursor = new SealedPlaces('secret').seal(place)
  expect(new SealedPlaces('secret').open(cursor)).toEqual(place)
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain(place.post)
  expect(() => new SealedPlaces('another').open(cursor)).toThrow('not one of this list')
})

it('anything else is refused as a cursor', () => {
  const places = new SealedPlaces('secret')
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.constant('é'.repeat(9000))), (text) => {
      expect(() => places.open(text)).toThrow('not one of this list')
    }),
  )
})
