import { join } from 'node:path'
import { expect, test } from 'vitest'
import { palaverHere } from '../../testing/palaver-here.ts'
import { type Finished, runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

type Run<Result> = (...args: string[]) => Promise<Result>
type Written = Pick<Finished, 'exitCode' | 'stdout' | 'stderr'>

/** To run commands in processes of their own, or here, which is faster. */
async function setUp(): Promise<{ folder: string; run: Run<Finished>; here: Run<Written> }> {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: join(folder, 'data') }
  return { folder, run: (...args) => runPalaver(args, settings), here: (...args) => palaverHere(args, settings) }
}

test('the service makes a first org and says how to get a token; the token stands alone on its line', async () => {
  const { folder, run } = await setUp()
  const service = await startService(folder)
  const listed = JSON.parse((await run('org', '--json')).stdout)
  expect(listed).toMatchObject([{ id: 'main', name: 'Main', settings: {}, opensOnFirstComment: true }])
  const { exitCode, stdout } = await run('token', '--user', 'ada', '--name', 'Ada')
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)])
  const { stdout: told } = await service.stop('SIGTERM')
  expect(told).toContain('\nOrg: main. A token to write with: npm run palaver -- token --user ada --name Ada\n')
})

test('an org is made, shown and changed', async () => {
  const { run } = await setUp()
  const stderr = expect.stringMatching(/^There is no org yet: the service makes one/)
  expect(await run('org')).toMatchObject({ exitCode: 0, stdout: '', stderr })
  const [made] = JSON.parse((await run('org', '--create', 'My site', '--json')).stdout)
  expect(made).toMatchObject({ id: expect.stringMatching(/^\w{8}$/), name: 'My site' })
  expect((await run('org', '--set', 'maxDepth=3')).stdout).toContain('    maxDepth = 3\n')
  expect((await run('org', '--id', made.id, '--set', 'opensOnFirstComment=false')).stdout).toContain(
    'Comment = false\n',
  )
  expect((await run('org', '--set', 'maxDepth=')).stdout).not.toContain('maxDepth')
  const back = await run('org', '--set', 'opensOnFirstComment=')
  expect(back.stdout).toContain('Comment = true\n')
  const [{ keys }] = JSON.parse((await run('org', '--add-key', '--json')).stdout)
  expect(keys).toHaveLength(2)
  expect((await run('org')).stdout).not.toContain(keys[0].secret)
  const [{ keys: left }] = JSON.parse((await run('org', '--remove-key', keys[0].id, '--keys', '--json')).stdout)
  expect(left).toEqual([keys[1]])
})

test('who may do what is set, shown without secrets, and taken back', async () => {
  const { here } = await setUp()
  await here('org', '--create', 'My site')
  const set = async (setting: string) => (await here('org', '--set', setting)).stdout
  const hook = { url: 'https://example.org/may', secret: 'a-secret-of-the-hook' }
  const shown = await set(`permissionHook=${JSON.stringify(hook)}`)
  expect(shown).toContain('    permissionHook = {"url":"https://example.org/may"}\n')
  expect(shown).not.toContain(hook.secret)
  expect(await set('jwks=http://127.0.0.1:9/jwks.json')).toContain('    jwks = http://127.0.0.1:9/jwks.json\n')
  expect(await set('audience=2030')).toContain('    audience = 2030\n')
  expect(await set('guests=true')).toContain('    guests = true\n')
  expect(await set('guestSeconds=60')).toContain('    guestSeconds = 60\n')
  for (const name of ['permissionHook', 'jwks', 'audience'])
    expect(await set(`${name}=`)).toContain(`    ${name} = null\n`)
})

test.each([
  [['org', '--id', 'x'], /^There is no org x; there are: \w+\.\n$/],
  [['org', '--set', 'maxDepth=deep'], /^--set: maxDepth must be a number\.\n$/],
  [['org', '--set', 'maxDepht=3'], /^There is no setting maxDepht; there are: name, .*\n$/],
  [['org', '--set', 'origins=https://a.org'], /^--set, such as --set 'origins=\[.*\]': origins must be a list\.\n$/],
  [['org', '--set', 'jwks=http://example.org/jwks.json'], /^--set: jwks must be an https address .*\n$/],
  [['org', '--set', 'permissionHook={"url":"https://a.org"}'], /: permissionHook\.secret is missing: .*\n$/],
  [['org', '--set', 'maxDepth'], /^--set is written as setting=value, such as --set maxDepth=3\.\n$/],
  [['org', '--create', ''], /^--create: the value must be more than empty\.\n$/],
  [['org', '--remove-key', 'x'], /^The org \w+ has no key x\.\n$/],
  [
    ['seed', '--comments', '1', '--layout', 'x'],
    /^Invalid value for argument: --layout \(x\)\. Expected one of: per-comment, embedded, hybrid\. See: [^.]*\n$/,
  ],
  [['token', '--user', 'a'], /^Missing required argument: --name\. See: palaver token --help\n$/],
  [['token', '--user', 'a', '--name', 'A', '--role', 'boss'], /^--role must be member, moderator or admin\.\n$/],
  [['token', '--user', 'a', '--name', 'A', '--days', 'many'], /^--days must be a number from more than 0 to 3650\.\n$/],
])('%j is wrong usage, said in a sentence', async (args, stderr) => {
  const { here } = await setUp()
  await here('org', '--create', 'One')
  expect(await here(...args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
})

test('with several orgs a token says which', async () => {
  const { run } = await setUp()
  const token = ['token', '--user', 'a', '--name', 'A'] as const
  expect((await run(...token)).stderr).toMatch(/^There is no org yet: /)
  const ids = await Promise.all(
    ['One', 'Two'].map(async (name) => JSON.parse((await run('org', '--create', name, '--json')).stdout)[0].id),
  )
  expect(await run(...token)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Say which org, one of /) })
  expect(await run(...token, '--org', ids[1])).toMatchObject({ exitCode: 0, stderr: '' })
})
