import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { palaverCommand } from '../palaver-command.ts'
import { startService } from '../palaver-process.ts'
import { tempFolder } from '../temp-folder.ts'
import { differences, scriptOf, stepsOf } from './guide.ts'

const DOCS = new URL('../../../../../docs/', import.meta.url)
const GUIDES = ['api.md', 'topics.md', 'social.md', 'ads.md']
const missing = ['bash', 'curl', 'sed'].filter((tool) => spawnSync(tool, ['--version']).status !== 0)
const why = missing.length === 0 ? '' : ` (${missing.join(', ')} missing)`

/** `npm run palaver --`, from the sources. */
function npmFunction(folder: string): { lines: string; env: NodeJS.ProcessEnv } {
  const { command, env } = palaverCommand([], { PALAVER_DATA: join(folder, 'data') })
  const quoted = command.map((part) => `'${part}'`).join(' ')
  return { lines: `npm() { while [ "$1" != -- ]; do shift; done; shift; ${quoted} "$@"; }\n`, env }
}

describe.skipIf(missing.length > 0)(`docs${why}`, () => {
  test.each(GUIDES)('every command in %s works and answers what it shows', async (guide) => {
    const folder = await tempFolder()
    const { address } = await startService(folder)
    const steps = stepsOf(await readFile(new URL(guide, DOCS), 'utf8'))
    const { lines, env } = npmFunction(folder)
    const script = scriptOf(steps, folder).replace('http://127.0.0.1:8080', address)
    await writeFile(join(folder, 'guide.sh'), `set -o pipefail\n${lines}${script}`)
    await promisify(execFile)('bash', [join(folder, 'guide.sh')], { env })
    const wrong: string[] = []
    for (const [at, { answer, heading }] of steps.entries()) {
      const [said, code] = await Promise.all(
        ['out', 'code'].map((kind) => readFile(join(folder, `${at}.${kind}`), 'utf8')),
      )
      if (code !== '0\n') wrong.push(`${heading}: exit code ${code}`)
      if (answer === undefined) continue
      const found = differences(answer, JSON.parse(said ?? ''))
      wrong.push(...found.map((difference) => `${heading}: ${difference} in ${said}`))
    }
    expect(wrong).toEqual([])
    expect(steps.length).toBeGreaterThan(15)
  })
})

describe('what is checked of a guide', () => {
  test('each block of shell with the JSON below it', () => {
    const text = '## One\n\n```sh\na\n```\n\n```json\n{ "a": 1 }\n```\n\n## Two\n\n```sh\nb\nc\n```\n'
    expect(stepsOf(text)).toEqual([
      { heading: 'One', commands: 'a\n', answer: { a: 1 } },
      { heading: 'Two', commands: 'b\nc\n', answer: undefined },
    ])
  })

  test('what is shown, in full depth, and no more', () => {
    const shown = { a: [{ b: 1 }], c: '<any>' }
    expect(differences(shown, { a: [{ b: 1, x: 2 }], c: 'd', y: 3 })).toEqual([])
    expect(differences(shown, { a: [{ b: 2 }], c: null })).toEqual(['answer.a.0.b is 2', 'answer.c is not there'])
    expect(differences(shown, { a: [], c: 1 })).toEqual(['answer.a has another length'])
    expect(differences(shown, null)).toEqual(['answer is null'])
  })
})
