import { StorageProblem, StoreError, Unavailable } from '@palaver/store'
import { EXIT, type ExitCode, Problem } from '../problem.ts'

/** Tells an error to the person at the terminal, in a sentence or, when asked for, whole; returns the exit code. */
export function report(error: unknown, isDebug: boolean): ExitCode {
  if (isDebug) console.error(error)
  else process.stderr.write(`${sentence(error)}\n`)
  return exitCodeOf(error)
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const isExpected = error instanceof Problem || error instanceof StoreError
  return isExpected ? message : `Something went wrong: ${message} (--debug shows where)`
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof Problem) return error.exitCode
  // The file named on the command line is not there, or is in the way.
  if (error instanceof StorageProblem && (error.kind === 'exists' || error.kind === 'missing')) return EXIT.usage
  return error instanceof StorageProblem || error instanceof Unavailable ? EXIT.environment : EXIT.failure
}
