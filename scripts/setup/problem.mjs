/** Something the person at the keyboard can mend; the message is one sentence that says how. */
export class Problem extends Error {
  constructor(message, { exitCode = 4, cause } = {}) {
    super(message, { cause })
    this.exitCode = exitCode
  }
}

const wantsDetail = () => process.env.PALAVER_DEBUG === '1' || process.argv.includes('--debug')

/** Writes the error for people and returns the exit code. A stack trace only when it is asked for. */
export function report(error) {
  if (wantsDetail()) console.error(error)
  else if (error instanceof Problem) console.error(error.message)
  else console.error(`${error.message} (PALAVER_DEBUG=1 shows where.)`)
  return error instanceof Problem ? error.exitCode : 1
}
