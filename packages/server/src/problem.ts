/** Exit codes of every command; docs/cli.md and `--help` say the same. */
export const EXIT = { ok: 0, failure: 1, usage: 2, damage: 3, environment: 4 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Something that the person who started the program can mend; the message says how. */
export class Problem extends Error {
  readonly exitCode: ExitCode
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The code of a system call's error, such as `EACCES`; empty for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
