import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from '../../../../store/src/testing/file-lock.ts'
import { run, runs } from '../../../../store/src/testing/processes.ts'

const VERSION = 'v1.8.0'
const MODULE = `github.com/versity/versitygw/cmd/versitygw@${VERSION}`
const TOOLS = join(import.meta.dirname, '../../../../../.tools')
const NAME = process.platform === 'win32' ? 'versitygw.exe' : 'versitygw'
/** What Go builds does not know its own version. */
const HOME = join(TOOLS, `versitygw-${VERSION}`)

/** The program: the one on the PATH, or the one in .tools, built there on first use; null where neither can be had. */
export async function s3Binary(): Promise<string | null> {
  if (await runs('versitygw', ['--version'])) return 'versitygw'
  const built = join(HOME, NAME)
  if (existsSync(built)) return built
  if (!(await runs('go', ['version']))) return null
  await mkdir(TOOLS, { recursive: true })
  await withFileLock(join(TOOLS, 'versitygw.lock'), async () => {
    if (!existsSync(built)) await build()
  })
  return built
}

/** In a folder of its own, renamed when whole: no one meets half of it. */
async function build(): Promise<void> {
  const draft = await mkdtemp(join(TOOLS, 'versitygw-draft-'))
  try {
    await run('go', ['install', MODULE], { env: { ...process.env, GOBIN: draft } })
    await rename(draft, HOME)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
