import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runPalaver, startService } from '../testing/palaver-process.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { RECIPES } from './recipes.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(`recipes/${file}`, import.meta.url))

/** What asks a runtime for nothing but its version. */
const hasRuntime = (program: string): boolean =>
  spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0

for (const { name, file, run } of RECIPES) {
  const [program, ...args] = run
  test.skipIf(!hasRuntime(program))(
    `a token by the recipe for ${name} is taken by a real service (needs ${program})`,
    async () => {
      const folder = await tempFolder()
      const { address } = await startService(folder)
      const shown = await runPalaver(['org', '--keys', '--json'], { PALAVER_DATA: `${folder}/data` })
      const [{ id, keys }] = JSON.parse(shown.stdout)
      const env = { ...process.env, COMMENTS_ORG: id, COMMENTS_SECRET: keys[0].secret }
      const { stdout, stderr, status } = spawnSync(program, [...args, pathOf(file)], { env, encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      const answer = await fetch(`${address}/v1/discussions/-/comments?type=article&id=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: `Signed by ${name}.` }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([201, { comment: { author: { name: 'Zoë' } } }])
    },
  )
}
