/** Past this a double is written with an exponent, so that nobody takes it for an exact integer. */
const WRITTEN_OUT = 1e21

/** What is wrong with a number, or null. */
export function faultOfNumber(value: number): string | null {
  if (value >= -Number.MAX_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return null
  if (!Number.isFinite(value)) return `${value} is not a finite number`
  if (Math.abs(value) >= WRITTEN_OUT) return null
  return `${value} is an integer past 2^53 - 1, where numbers lose digits; keep it as a string`
}

/** What is wrong with a string, or null. */
export function faultOfText(value: string): string | null {
  return value.isWellFormed() ? null : 'the string has half of a surrogate pair; clean it with toWellFormed()'
}
