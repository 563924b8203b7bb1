import { PalaverError, type Problem } from '@palaver/client'
// It has the words for what is refused.
import '../i18n/en-later.ts'

/** What a call was refused with; what is no refusal is nobody's to handle. */
export function problemIn(error: unknown): Problem {
  if (error instanceof PalaverError) return error.problem
  throw error
}
