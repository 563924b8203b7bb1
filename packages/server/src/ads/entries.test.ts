import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readShownEntry, readViewEntry, shownEntry, viewEntry } from './entries.ts'

const name = fc.stringMatching(/^[\w.~-]{1,30}$/)
const at = fc.integer({ min: 0, max: Date.UTC(2200, 0) })

it('reads a view as it was written', () => {
  const view = fc.record({ index: fc.nat(), creative: name, zone: name, topic: name, at, reach: name })
  fc.assert(
    fc.property(view, (one) => {
      expect(readViewEntry(viewEntry(one))).toEqual(one)
    }),
  )
})

it('reads what was shown as it was written, whether or not its nonce names its campaign', () => {
  const names = { advertiser: name, campaign: fc.stringMatching(/^[\w-]{1,30}$/), creative: name, by: name }
  const nonce = fc.stringMatching(/^[\w.-]{1,30}$/)
  const shown = fc.record({ nonce, at, confirmed: fc.boolean(), ...names })
  fc.assert(
    fc.property(shown, fc.boolean(), (one, isOwn) => {
      const kept = isOwn ? { ...one, nonce: `${one.campaign}~${one.nonce}` } : one
      expect(readShownEntry(shownEntry(kept))).toEqual(kept)
    }),
  )
})
