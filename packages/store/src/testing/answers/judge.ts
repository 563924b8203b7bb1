import { isDeepStrictEqual } from 'node:util'
import { Misfit, NoIndex, TooLarge, UnsupportedOperator } from '../../errors.ts'
import type { Verdict } from './case.ts'

/** Asks, and compares with what was recorded. A recorded error is met by any error of the change itself. */
export async function judge(
  wanted: { answer: unknown } | { error: number },
  ask: () => Promise<unknown>,
): Promise<Verdict> {
  try {
    const got = await ask()
    if ('answer' in wanted && isDeepStrictEqual(got, wanted.answer)) return { result: 'same' }
    return { result: 'different', got, wanted }
  } catch (error) {
    if (error instanceof UnsupportedOperator || error instanceof NoIndex || error instanceof TooLarge)
      return { result: 'refused', why: kindOf(error.message) }
    if (error instanceof Misfit && 'error' in wanted) return { result: 'same' }
    return { result: 'different', got: String(error), wanted }
  }
}

/** The sentence without what is particular to the case, so that refusals of one kind count together. */
function kindOf(message: string): string {
  return message
    .replace(/(["`])(?:(?!\1).)*\1/g, '…')
    .replace(/\{.*\}|\[.*\]/g, '…')
    .replace(/-?\d+(?:[.,]\d+)*/g, 'n')
}
