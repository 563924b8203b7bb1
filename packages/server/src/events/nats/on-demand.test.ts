import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LOADED = `
  import { createRequire } from 'node:module'
  for (const file of process.argv.slice(1)) await import(file)
  console.log(Object.keys(createRequire(process.cwd() + '/').cache).filter((path) => path.includes('@nats-io')).length)
`

/** How many files of the library a process has loaded that imports these. */
async function loadedBy(...names: string[]): Promise<number> {
  const files = names.map((name) => join(import.meta.dirname, name))
  const args = ['--conditions=source', '--input-type=module', '--eval', LOADED, ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

it('a service without NATS does not load its library', async () => {
  expect(await loadedBy('on-demand.ts', 'database-id.ts', 'feeder.ts', '../announcer.ts')).toBe(0)
  expect(await loadedBy('driver.ts')).toBeGreaterThan(0)
})
