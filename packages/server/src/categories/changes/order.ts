import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Longer keys are made anew, with all beside them. */
const LONGEST = 40

/** Null where there is no room left: then all beside it get new ones. Damage can bring about that as well. */
export function keyBetween(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null
  try {
    const key = generateKeyBetween(low, high)
    return key.length <= LONGEST ? key : null
  } catch {
    return null
  }
}

export const keysFor = (number: number): string[] => generateNKeysBetween(null, null, number)

export function isOrderKey(key: unknown): key is string {
  try {
    return typeof key === 'string' && generateKeyBetween(key, null) > key
  } catch {
    return false
  }
}
