import type { Device } from '../model.ts'

const TABLET = /ipad|tablet(?! pc)|playbook|kindle|silk\/|nexus (?:7|9|10)\b/i
const PHONE = /mobi|iphone|ipod|windows phone|blackberry|opera mini/i
const ANDROID = /android/i

/**
 * By what the program says of itself; `mobileHint` is the header `Sec-CH-UA-Mobile`, which says it outright. A tablet
 * with Android says no more than that it is not a phone.
 */
export function deviceOf(userAgent: string, mobileHint?: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  if (mobileHint === '?1' || PHONE.test(userAgent)) return 'phone'
  return ANDROID.test(userAgent) ? 'tablet' : 'desk'
}
