import { TooLarge, UnsupportedOperator } from '../../errors.ts'

/** What a call throws; null when it returns. */
export function faultOf(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}

/** Whether a call went well or was refused on purpose. */
export function isRefusal(fault: unknown): boolean {
  return fault === null || fault instanceof UnsupportedOperator || fault instanceof TooLarge
}
