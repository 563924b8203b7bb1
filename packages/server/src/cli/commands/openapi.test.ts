import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPalaver } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

test('prints the document as one JSON value, whatever the settings, and touches no database', async () => {
  const data = join(await tempFolder(), 'data')
  const { exitCode, stdout, stderr } = await runPalaver(['openapi'], { PALAVER_DATA: data, PALAVER_PORT: 'wrong' })
  expect([exitCode, stderr, existsSync(data)]).toEqual([0, '', false])
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.1', paths: { '/v1/counts': { get: {} } } })
})
