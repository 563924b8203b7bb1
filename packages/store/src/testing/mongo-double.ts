import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { end, firstLine, letGo, run, runs } from './processes.ts'
import { withFileLock } from './file-lock.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SOURCE = join(ROOT, 'packages/store/src/testing/mongo-double')
const TOOLS = join(ROOT, '.tools')
const GOAL = 'dependency:copy-dependencies'

export type Double = { url: string; port: number; stop(): Promise<void>; kill(): Promise<void> }

/** Starts an in-memory MongoDB double; it ends with this process at the latest. Null where it cannot be had. */
export async function startDouble(port = 0): Promise<Double | null> {
  const home = await doubleHome()
  if (home === null) return null
  // One thread, because on several it lost a compare-and-set now and then (2 in 639 rounds of 30 rivals, by the
  // driver alone; on one thread 0 in 812). Why is not known, and so few losses do not prove that one thread mends it.
  const options = [
    '-Dio.netty.eventLoopThreads=1',
    '-XX:+UseSerialGC',
    '-Xmx1g',
    '-cp',
    [join(home, '*'), home].join(delimiter),
  ]
  const child = spawn('java', [...options, 'MongoDouble', String(port)], { stdio: ['pipe', 'pipe', 'ignore'] })
  const [, bound] = await firstLine(child, /^listening (\d+)$/)
  letGo(child)
  return {
    url: `mongodb://127.0.0.1:${bound}/`,
    port: Number(bound),
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
  }
}

/** The folder with the jars and the compiled classes, fetched and compiled on first use; null without Java and Maven. */
async function doubleHome(): Promise<string | null> {
  const home = join(TOOLS, `mongo-double-${await fingerprint()}`)
  if (existsSync(home)) return (await runs('java', ['-version'])) ? home : null
  const [javac, maven] = await Promise.all([runs('javac', ['-version']), runs('mvn', ['-v'])])
  if (!javac || !maven) return null
  await mkdir(TOOLS, { recursive: true })
  await withFileLock(join(TOOLS, 'mongo-double.lock'), async () => {
    if (!existsSync(home)) await prepare(home)
  })
  return home
}

/** Everything is made in a folder of its own and renamed when whole: no one meets half of it. */
async function prepare(home: string): Promise<void> {
  const draft = await mkdtemp(join(TOOLS, 'mongo-double-draft-'))
  try {
    await run('mvn', ['-q', '-B', '-f', join(SOURCE, 'pom.xml'), GOAL, `-DoutputDirectory=${draft}`])
    const classes = (await sources()).filter((file) => file.endsWith('.java'))
    await run('javac', ['--release', '11', '-d', draft, '-cp', join(draft, '*'), ...classes])
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** A new version or another class is another folder. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await sources()) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

const sources = async (): Promise<string[]> => (await readdir(SOURCE)).toSorted().map((name) => join(SOURCE, name))
