import { expect, test } from 'vitest'
import { runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

test('makes a discussion, says where it is, and finds it there when it is asked again', async () => {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: folder }
  const { exitCode, stdout, stderr } = await runPalaver(['seed', '--comments', '500'], settings)
  expect([exitCode, stderr]).toEqual([0, ''])
  const id = /^Discussion (\w+) \(per-comment, threaded\): 500 comments and \d+ votes/.exec(stdout)?.[1]
  const [, page = ''] = /http:\/\/[^/]+(\/embed\/thread\?\S+)\n$/.exec(stdout) ?? []

  const again = await runPalaver(['seed', '--comments', '500', '--json'], settings)
  expect(JSON.parse(again.stdout)).toMatchObject({ discussion: id, comments: 500, isWhole: true })
  const other = await runPalaver(['seed', '--comments', '20', '--layout', 'hybrid', '--json'], settings)
  expect(JSON.parse(other.stdout)).toMatchObject({ layout: 'hybrid', order: 'threaded', comments: 20 })
  expect(JSON.parse(other.stdout).discussion).not.toBe(id)

  const { address, stop } = await startService(folder, settings)
  const answer = await fetch(`${address}/v1/discussions/${id}/comments?limit=50`)
  expect(answer.status).toBe(200)
  expect(await (await fetch(address + page)).text()).toContain('<title>A conversation of 500 comments</title>')
  await stop('SIGTERM')
})

test.each([
  [['--comments', 'many'], /^--comments must be a whole number/],
  [['--comments', '0'], /^--comments must be a whole number/],
  [['--comments', '5', '--resource', 'article'], /^--resource must be a type and an id/],
  [['--comments', '5', '--org', 'nobody'], /^There is no org nobody/],
])('%j is wrong usage', async (args, stderr) => {
  const result = await runPalaver(['seed', ...args], { PALAVER_DATA: await tempFolder() })
  expect(result).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
})
