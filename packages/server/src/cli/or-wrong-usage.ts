import { Refusal } from '../api/refusal.ts'
import { EXIT, Problem } from '../problem.ts'

/** What the service refuses to anyone is wrong usage of a command. */
export async function orWrongUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new Problem(EXIT.usage, error.message, { cause: error }) : error
  }
}
