import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from '../../../../store/src/testing/file-lock.ts'
import { run, runs } from '../../../../store/src/testing/processes.ts'

const VERSION = 'v2.15.2'
const MODULE = `github.com/nats-io/nats-server/v2@${VERSION}`
const TOOLS = join(import.meta.dirname, '../../../../../.tools')
const NAME = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server'
const HOME = join(TOOLS, 'nats')

/** The program: the one on the PATH, or the one in .tools, built there on first use; null where neither can be had. */
export async function natsBinary(): Promise<string | null> {
  if (await runs('nats-server', ['--version'])) return 'nats-server'
  const built = join(HOME, NAME)
  if (await isWanted(built)) return built
  if (!(await runs('go', ['version']))) return null
  await mkdir(TOOLS, { recursive: true })
  await withFileLock(join(TOOLS, 'nats.lock'), async () => {
    if (!(await isWanted(built))) await build()
  })
  return built
}

async function isWanted(program: string): Promise<boolean> {
  if (!existsSync(program)) return false
  const { stdout } = await run(program, ['--version'])
  return stdout.includes(VERSION)
}

/** In a folder of its own, renamed when whole: no one meets half of it. */
async function build(): Promise<void> {
  const draft = await mkdtemp(join(TOOLS, 'nats-draft-'))
  try {
    await run('go', ['install', MODULE], { env: { ...process.env, GOBIN: draft } })
    await rm(HOME, { recursive: true, force: true })
    await rename(draft, HOME)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
