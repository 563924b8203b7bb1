import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { discussion } from './discussion.ts'
import { ground } from './testing/ground.ts'
import { post } from './writing.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const STRIPPED = ['--conditions=source', '--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const run = promisify(execFile)

/** The examples of the page, which are one program when they are read from its top to its end. */
async function program(): Promise<string> {
  const page = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  return Array.from(page.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code).join('\n')
}

/** Inside the package, so that it finds itself by its name; ignored by everything else. */
async function folderInside(): Promise<string> {
  await mkdir(join(PACKAGE, 'dist'), { recursive: true })
  const folder = await mkdtemp(join(PACKAGE, 'dist', 'readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function tokenServer(token: string): Promise<string> {
  const server = createServer((_request, response) => void response.end(token))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the examples of README.md compile for browsers, and run', async () => {
  const { url, token, as } = await ground()
  await post(discussion(await as('Bob'), { type: 'article', id: '42' }), { text: 'First!' })
  const folder = await folderInside()
  const code = (await program())
    .replace('https://talk.example.org', url)
    .replace('https://www.example.org', await tokenServer(await token('Ada')))
  const file = join(folder, 'example.ts')
  await writeFile(file, code)
  const compilerOptions = { lib: ['es2024', 'dom', 'dom.asynciterable'], types: [], noUnusedLocals: true }
  const settings = { extends: join(PACKAGE, 'tsconfig.json'), compilerOptions, include: ['example.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  await run(process.execPath, [TSC, '-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''))
  const { stdout } = await run(process.execPath, [...STRIPPED, file])
  expect(stdout).toContain('Ada <p>What a <em>fine</em> article!</p>')
  expect(stdout).toContain('text ')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('First!')
})
