import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { topics as topicCollection } from '../../categories/collections.ts'
import { collections } from '../../collections.ts'
import { palaverHere } from '../../testing/palaver-here.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

type Ground = { data: string; file: (name: string, text: string) => Promise<string>; run: Run }
type Run = (...args: string[]) => ReturnType<typeof palaverHere>

async function ground(): Promise<Ground> {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const run: Run = (...args) => palaverHere(args, { PALAVER_DATA: data })
  await run('org', '--create', 'One')
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  return { data, file, run }
}

async function damage(data: string): Promise<void> {
  const store = createStore(await openSqlite({ file: join(data, 'palaver.sqlite'), collections }))
  const topics = store.collection(topicCollection)
  for await (const { doc } of topics.scan())
    if (doc.name === 'Cats') await topics.update({ _id: doc._id }, { $set: { path: 'wrong' } })
  await store.close()
}

const OLD = '1 : Animals\n2 : Animals > Cats\n3 : Animals > Dogs\n'
const NEW = '1 : Beasts\n2 : Cats\n4 : Beasts > Birds\n'

test('a tree is imported, shown as a difference, exported, listed and verified', async () => {
  const { run, file } = await ground()
  expect((await run('topics', 'list')).stdout).toMatch(/^There is no tree of topics yet/)
  const old = await file('old.txt', OLD)
  const dry = await run('topics', 'import', old, '--dry-run')
  expect(dry).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: '+ Animals\n+   Cats\n+   Dogs\nmain: 3 added.\nNothing was written.\n',
  })
  expect(JSON.parse((await run('topics', 'list', '--json')).stdout)).toEqual([])
  const first = await run('topics', 'import', old)
  expect(first).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(/^main: 3 added in \S+ s\.\n$/),
  })
  expect((await run('topics', 'import', old)).stdout).toBe('main: all is as in the file already.\n')
  const newer = await file('new.txt', NEW)
  expect((await run('topics', 'import', newer, '--dry-run')).stdout).toBe(
    `~ Animals -> Beasts\n+   Birds\n-   Dogs (stays)\n> Cats (from Animals)
main: 1 added, 1 renamed, 1 moved.\nOne topic is not in the file and stays (--delete-missing deletes those).\nNothing was written.\n`,
  )
  const done = await run('topics', 'import', newer, '--delete-missing', '--json')
  const counts = { added: 1, renamed: 1, moved: 1, reordered: 0, changed: 0, missing: 1 }
  expect(JSON.parse(done.stdout)).toMatchObject({ ...counts, operations: 1, isWhole: true, tree: 'main' })
  expect((await run('topics', 'list')).stdout).toBe('main  main (en): 3 topics, 1 retired\n')
  const out = await run('topics', 'export', '--format', 'shopify')
  expect(out.stdout.split('\n').slice(3)).toEqual([
    'gid://shopify/TaxonomyCategory/1 : Beasts',
    'gid://shopify/TaxonomyCategory/4 : Beasts > Birds',
    'gid://shopify/TaxonomyCategory/2 : Cats',
    '',
  ])
  expect((await run('topics', 'verify')).stdout).toBe('main: all is well.\n')
})

test('an export is imported into another tree and comes out with the same bytes', async () => {
  const { run, file } = await ground()
  await run('topics', 'import', await file('old.txt', OLD))
  const target = await file('tree.json', '')
  const said = await run('topics', 'export', '--out', target)
  expect(said).toMatchObject({ exitCode: 0, stdout: `3 topics of main are written to ${target}.\n` })
  await run('topics', 'import', target, '--tree', 'other')
  const other = await run('topics', 'export', '--tree', 'other')
  expect(other.stdout.replace('"key":"other"', '"key":"main"')).toBe(await readFile(target, 'utf8'))
  expect((await run('topics', 'export')).stderr).toBe('Say which tree, one of main, other.\n')
})

test('damage is found (exit code 3) and mended', async () => {
  const { run, file, data } = await ground()
  await run('topics', 'import', await file('old.txt', OLD))
  await damage(data)
  const found = await run('topics', 'verify')
  expect([found.exitCode, found.stdout]).toEqual([
    3,
    expect.stringMatching(/^ {2}\S+: .+\nmain: 1 problems, 0 mended\.\n$/),
  ])
  const mended = await run('topics', 'verify', '--repair', '--json')
  expect([mended.exitCode, JSON.parse(mended.stdout)]).toMatchObject([0, [{ tree: 'main', mended: [{}], left: [] }]])
  expect((await run('topics', 'verify')).exitCode).toBe(0)
})

test('what is wrong is told in a sentence, and nothing is written', async () => {
  const { run, file, data } = await ground()
  const bad = await file('bad.txt', '1 : A\n1 : B\n')
  const latin = join(data, '..', 'latin.txt')
  await writeFile(latin, Buffer.from([0x31, 0x20, 0x3a, 0x20, 0xe4, 0x0a]))
  const good = await file('good.txt', OLD)
  const wrong = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await run('topics', ...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await wrong('import', bad)).toBe(`${bad}: Line 2: “1” is on line 1 already.\n`)
  expect(await wrong('import', latin)).toBe(`${latin}: it is not in UTF-8: save it so.\n`)
  expect(await wrong('import', join(data, 'none.txt'))).toMatch(/^There is no file /)
  expect(await wrong('import')).toBe('Name the file: palaver topics import <file>. See: palaver topics --help\n')
  expect(await wrong('import', good, '--tree', 'No Tree')).toMatch(/^A tree cannot be called “No Tree”: /)
  expect(await wrong('export', '--dry-run')).toBe('--dry-run is not for export. See: palaver topics --help\n')
  expect(await wrong('list', 'x')).toBe('"x" is one argument too many. See: palaver topics --help\n')
  expect(await wrong('export')).toMatch(/^There is no tree of topics yet: /)
  expect(await wrong('prune')).toMatch(/^Say what to do: list, import, export, verify\. /)
  await run('topics', 'import', good)
  expect(await wrong('export', '--tree', 'other')).toBe('There is no tree other; there are: main.\n')
  const nowhere = await run('topics', 'export', '--out', join(data, 'no', 'where.json'))
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([4, expect.stringMatching(/cannot be written \(ENOENT\)\.\n$/)])
  expect(existsSync(join(data, 'no'))).toBe(false)
})
