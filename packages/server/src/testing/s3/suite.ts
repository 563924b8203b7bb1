import { afterAll, describe } from 'vitest'
import { type S3Access, startS3 } from './server.ts'

const s3 = await startS3()
const NOWHERE: S3Access = { endpoint: 'http://127.0.0.1:1', region: 'none', bucket: 'none', keyId: '-', secret: '-' }

if (!('missing' in s3)) afterAll(() => s3.stop())

/** A suite on a real S3-compatible server; skipped, by a name that says why, without one. */
export function describeS3(name: string, suite: (access: S3Access) => void): void {
  const isMissing = 'missing' in s3
  describe.skipIf(isMissing)(`${name}${isMissing ? ` (${s3.missing})` : ''}`, () => {
    suite(isMissing ? NOWHERE : s3)
  })
}

/** A suite that also stops the server for a while, which must be our own. */
export function describeOwnS3(
  name: string,
  suite: (access: S3Access, pause: (isPaused: boolean) => void) => void,
): void {
  const child = 'missing' in s3 ? null : s3.child
  const reason = 'missing' in s3 ? s3.missing : 'this one needs versitygw on the PATH, or Go to build it'
  describe.skipIf(child === null)(`${name}${child === null ? ` (${reason})` : ''}`, () => {
    const access = 'missing' in s3 ? NOWHERE : s3
    suite(access, (isPaused) => void child?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT'))
  })
}
