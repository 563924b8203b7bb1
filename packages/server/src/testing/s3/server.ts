import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, firstLine, freePort, letGo } from '../../../../store/src/testing/processes.ts'
import { s3Binary } from './binary.ts'

export type S3Access = { endpoint: string; region: string; bucket: string; keyId: string; secret: string }
export type TestS3 = S3Access & {
  /** Null where it is not ours to stop. */
  child: ChildProcess | null
  stop(): Promise<void>
}

const MISSING = 'no S3 for the tests: set PALAVER_TEST_S3_URL, or put versitygw on the PATH, or install Go'
const BUCKET = 'palaver-test'

/** An S3-compatible server for the tests: the one that is given, or one of our own. */
export async function startS3(): Promise<TestS3 | { missing: string }> {
  const given = process.env['PALAVER_TEST_S3_URL']
  if (given !== undefined && given !== '') return { ...accessIn(given), child: null, stop: async () => {} }
  try {
    const program = await s3Binary()
    return program === null ? { missing: MISSING } : await privateS3(program)
  } catch (error) {
    const [reason] = String(error).split('\n')
    return { missing: `${MISSING}; what is here could not build or start it: ${reason}` }
  }
}

/** `https://<key id>:<secret>@host/<bucket>?region=<region>`. */
function accessIn(address: string): S3Access {
  const { protocol, host, pathname, username, password, searchParams } = new URL(address)
  return {
    endpoint: `${protocol}//${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.slice(1),
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  }
}

/** On a folder of its own; a folder in that is a bucket. */
async function privateS3(program: string): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-s3-'))
  await mkdir(join(folder, BUCKET))
  const [keyId, secret, port] = ['palaver', 'a secret/of+the=tests', await freePort()]
  const env = { ...process.env, ROOT_ACCESS_KEY: keyId, ROOT_SECRET_KEY: secret }
  const args = ['--port', `127.0.0.1:${port}`, 'posix', '--nometa', folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  await firstLine(child, /listening on/)
  letGo(child)
  const stop = async (): Promise<void> => {
    child.kill('SIGCONT')
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, region: 'us-east-1', bucket: BUCKET, keyId, secret, child, stop }
}
