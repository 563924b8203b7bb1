import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createStore, openSqlite } from '@palaver/store'
import { expect, onTestFinished, test } from 'vitest'
import { orgs } from '../../accounts/collections.ts'
import { trees } from '../../categories/collections.ts'
import { treeId } from '../../categories/ids.ts'
import { collections } from '../../collections.ts'
import { palaverCommand } from '../../testing/palaver-command.ts'
import { palaverHere } from '../../testing/palaver-here.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const MANY = 6_000

/** Ten below each; the second release has each tenth under another name and each seventh elsewhere. */
function release(number: 1 | 2): string {
  const names = (at: number): string[] => {
    const parent = number === 2 && at % 7 === 0 && at > 200 ? Math.floor(at / 20) : Math.floor(at / 10)
    const name = number === 2 && at % 10 === 0 ? `Renamed ${at}` : `Topic ${at}`
    return at < 10 ? [name] : [...names(parent), name]
  }
  return Array.from({ length: MANY }, (_, at) => `t${at} : ${names(at).join(' > ')}\n`).join('')
}

type Ground = {
  settings: Record<string, string>
  files: readonly [string, string]
  run: (...args: string[]) => ReturnType<typeof palaverHere>
  /** How often a tree was changed. */
  versionOf: (tree: string) => Promise<number>
}

async function ground(): Promise<Ground> {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: join(folder, 'data') }
  await palaverHere(['org', '--create', 'One'], settings)
  const store = createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
  onTestFinished(() => store.close())
  const [org] = (await store.collection(orgs).find({ limit: 1 })).docs
  const files = [join(folder, 'first.txt'), join(folder, 'second.txt')] as const
  await writeFile(files[0], release(1))
  await writeFile(files[1], release(2))
  return {
    settings,
    files,
    run: (...args) => palaverHere(['topics', ...args], settings),
    versionOf: async (tree) => (await store.collection(trees).get(treeId(org?._id ?? '', tree)))?.version ?? 0,
  }
}

type Interruption = { file: string; tree: string; operations: number; signal: NodeJS.Signals }
type Interrupted = { exitCode: number | null; stdout: string }

/** Sends a signal to an import once it has done so many operations. */
async function interrupted(g: Ground, { file, tree, operations, signal }: Interruption): Promise<Interrupted> {
  const until = (await g.versionOf(tree)) + operations
  const { command, env } = palaverCommand(['topics', 'import', file, '--tree', tree], g.settings)
  const [node = '', ...args] = command
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  let isOver = false
  void closed.then(() => (isOver = true))
  while (!isOver && (await g.versionOf(tree)) < until) await setImmediate()
  child.kill(signal)
  const [exitCode] = await closed
  return { exitCode, stdout }
}

test('an import that is killed, again and again, ends as one that was not', async () => {
  const g = await ground()
  const [first, second] = g.files
  const times = [
    { file: first, operations: 1 },
    { file: first, operations: 4 },
    { file: second, operations: 1 },
    { file: second, operations: 1 },
  ]
  for (const time of times) {
    const { exitCode } = await interrupted(g, { ...time, tree: 'killed', signal: 'SIGKILL' })
    expect(exitCode).toBe(null)
  }
  await g.run('import', second, '--tree', 'killed')
  for (const file of g.files) await g.run('import', file, '--tree', 'whole')
  const linesOf = async (tree: string): Promise<Set<string>> => {
    const { stdout } = await g.run('export', '--tree', tree, '--format', 'shopify')
    return new Set(stdout.split('\n').slice(1))
  }
  const [killed, whole] = [await linesOf('killed'), await linesOf('whole')]
  expect([killed.size, [...killed].every((line) => whole.has(line))]).toEqual([whole.size, true])
  expect((await g.run('verify')).stdout).toBe('killed: all is well.\nwhole: all is well.\n')
  expect((await g.run('import', second, '--tree', 'killed')).stdout).toBe('killed: all is as in the file already.\n')
})

test('Ctrl-C ends an import between two operations, and the same command does the rest', async () => {
  const g = await ground()
  const [file] = g.files
  const stopped = await interrupted(g, { file, tree: 'main', operations: 1, signal: 'SIGINT' })
  expect(stopped).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/It was stopped before all was done: the same command does the rest\.\n$/),
  })
  const rest = await g.run('import', file, '--json')
  const { added, isWhole } = JSON.parse(rest.stdout)
  expect([added < MANY, added > 0, isWhole]).toEqual([true, true, true])
})
