import { expect, it } from 'vitest'
import { describeMongo } from '../../../store/src/testing/mongo-suite.ts'
import { runPalaver, startService } from '../testing/palaver-process.ts'
import { tempFolder } from '../testing/temp-folder.ts'

const onMongo = (url: string): Record<string, string> => ({ PALAVER_STORE: 'mongodb', PALAVER_MONGODB_URL: url })

describeMongo('the service on MongoDB', ({ url, database }) => {
  const address = new URL(url)
  address.pathname = database
  const settings = onMongo(address.href)

  it('answers, is ready, and ends with 0', async () => {
    const service = await startService(await tempFolder(), settings)
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200)
    expect(await (await fetch(service.address)).text()).toContain('<dd>MongoDB</dd>')
    expect(await service.stop('SIGTERM')).toMatchObject({ exitCode: 0, signal: null, stderr: '' })
  })

  it('is not sharded where there is no cluster: one sentence', async () => {
    const { exitCode, stderr } = await runPalaver(['shard'], settings)
    expect(exitCode).not.toBe(0)
    expect(stderr).toBe('This server is not a sharded cluster: give the address of a mongos.\n')
  })
})

it('a MongoDB that is not there: one sentence, without its password, and exit code 4', async () => {
  const settings = { PALAVER_PORT: '0', ...onMongo('mongodb://me:hunter2@127.0.0.1:1/palaver') }
  const { exitCode, stdout, stderr } = await runPalaver(['start'], settings)
  expect([exitCode, stdout]).toEqual([4, ''])
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).not.toContain('hunter2')
})

it('an address that the driver cannot read: one sentence and exit code 2', async () => {
  const { exitCode, stderr } = await runPalaver(['start'], onMongo('mongodb://127.0.0.1/palaver?loadBalanced=maybe'))
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^PALAVER_MONGODB_URL cannot be read: [^\n]+\n$/)])
})

it('shard --dry-run shows commands and routes without a server', async () => {
  const settings = onMongo('mongodb://127.0.0.1:1/talk?replicaSet=x')
  const { exitCode, stdout } = await runPalaver(['shard', '--dry-run'], settings)
  expect(exitCode).toBe(0)
  expect(stdout).toContain('admin: {"enableSharding":"talk"}\n')
  expect(stdout).toContain('admin: {"shardCollection":"talk.events","key":{"partition":1}}\n')
  expect(stdout).toContain('events by seq: one shard\n')
  const json = JSON.parse((await runPalaver(['shard', '--dry-run', '--json'], settings)).stdout)
  expect(json.commands).toContainEqual({ database: 'admin', command: { enableSharding: 'talk' } })
  expect(json.routes).toContainEqual({ collection: 'events', by: 'seq', to: 'one shard', fixed: ['partition'] })
})

it('shard is not for SQLite', async () => {
  expect(await runPalaver(['shard'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^Only MongoDB is sharded/),
  })
})
