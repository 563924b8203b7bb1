import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ORG, service } from '../comments/routes/service.fixtures.ts'
import { tempFolder } from '../testing/temp-folder.ts'

const PAGE = new URL('../../../../docs/identity.md', import.meta.url)

test('the example of docs/identity.md signs a token that is taken', async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? []
  const file = join(await tempFolder(), 'example.mjs')
  await writeFile(file, code)
  const { tokenFor } = await import(pathToFileURL(file).href)
  const { accounts } = (await service()).context
  const [key] = await accounts.keys(ORG)
  const token = tokenFor({ id: 'ada', username: 'Ada', role: 'MODERATOR' }, { org: ORG, key })
  expect(await accounts.identify(token)).toMatchObject({ name: 'Ada', role: 'moderator', hostId: 'ada' })
})
