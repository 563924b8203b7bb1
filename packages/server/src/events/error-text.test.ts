import { describe, expect, it } from 'vitest'
import { errorText, withoutAddresses } from './error-text.ts'

describe('what went wrong', () => {
  it('is said without addresses, its cause included', () => {
    const cause = new Error('550 <ada.lovelace@example.com> unknown')
    expect(errorText(new Error('for bob@example.com, cy@x.example', { cause }))).toBe(
      'Error: for (address), (address) (Error: 550 <(address)> unknown)',
    )
  })

  it('is short, and a long text takes no longer to look through than a short one', () => {
    const long = 'a'.repeat(5_000_000)
    for (const text of [long, `${long}@${long}`, `said ${long}`, `${'@'.repeat(5_000_000)}`]) {
      expect(errorText(new Error(text)).length).toBeLessThanOrEqual(500)
      expect(withoutAddresses(text).length).toBeLessThanOrEqual(2_000)
    }
  })

  it('shows no half of an address where it is cut', () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `<${'x'.repeat(200)}.person${n}@example.com>`).join(' ')
    for (let shift = 0; shift < 250; shift++)
      expect(withoutAddresses(`${' '.repeat(shift)}${addresses}`)).not.toMatch(/x|person|example/)
  })
})
