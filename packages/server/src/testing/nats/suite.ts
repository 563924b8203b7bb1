import { describe, inject, onTestFinished } from 'vitest'
import { PrivateNats, type TestNats } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The NATS server that all suites of a run share, or why there is none. */
    nats: Pick<TestNats, 'url' | 'program'> | { missing: string }
  }
}

const nats = inject('nats')
const NO_PROGRAM = 'this one needs nats-server on the PATH, or Go to build it'

/** A suite on the run's NATS server; skipped, by a name that says why, without one. */
export function describeNats(name: string, suite: (url: string) => void): void {
  const isMissing = 'missing' in nats
  describe.skipIf(isMissing)(`${name}${isMissing ? ` (${nats.missing})` : ''}`, () => {
    suite(isMissing ? 'nats://127.0.0.1:1' : nats.url)
  })
}

/** A suite whose tests have NATS servers of their own, to be killed and emptied. */
export function describePrivateNats(name: string, suite: (start: () => Promise<PrivateNats>) => void): void {
  const program = 'missing' in nats ? null : nats.program
  const reason = 'missing' in nats ? nats.missing : NO_PROGRAM
  describe.skipIf(program === null)(`${name}${program === null ? ` (${reason})` : ''}`, () => {
    suite(async () => {
      const server = await PrivateNats.start(program ?? '')
      onTestFinished(() => server.remove())
      return server
    })
  })
}
