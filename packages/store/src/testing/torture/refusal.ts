import { StorageProblem } from '../../errors.ts'

/** The problem with which something was refused; any other end is an error. */
export async function refusal(attempt: Promise<unknown>): Promise<StorageProblem> {
  const error: unknown = await attempt.then(
    () => new Error('It was not refused.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof StorageProblem)) throw error
  return error
}
