import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/setup/root.mjs'
import { tool } from '../../../scripts/setup/tool.mjs'
import { keyedPosts, operationsOf } from './operation-type.mjs'
import { comment, nameOf, typeOf } from './schema-type.mjs'

export const GENERATED = 'packages/client/src/generated/types.ts'
const MAIN = join(root, 'packages/server/src/cli/main.ts')
const FROM_SOURCE = ['--conditions=source', '--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const LARGEST = 100_000_000
const HEAD =
  '// Made from the OpenAPI document of the service by `npm run generate`: change the service, not this file.'

/** The document, as this version of the service describes itself. */
export function openApiDocument() {
  const args = [...FROM_SOURCE, MAIN, 'openapi']
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: LARGEST }))
}

/** Types of all that the document describes, as TypeScript, formatted as every file is. */
export function typesOf(document) {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema.description)}export type ${nameOf(name)} = ${typeOf(schema)}`,
  )
  const operations = `${comment('Each operation by its method and path.')}export type Operations = {\n${operationsOf(document).join('\n')}\n}`
  const keyed = `${comment('What POST /v1/… does something new each time, and the service knows again by its key: the rest of its path, between spaces.')}export const KEYED_POSTS = ${JSON.stringify(
    ` ${keyedPosts(document)
      .map((post) => post.replace('POST /v1/', ''))
      .join(' ')} `,
  )}`
  return formatted(`${[HEAD, ...schemas, operations, keyed].join('\n\n')}\n`)
}

function formatted(input) {
  const args = [tool('oxfmt'), `--stdin-filepath=${join(root, GENERATED)}`]
  return execFileSync(process.execPath, args, { input, cwd: root, encoding: 'utf8', maxBuffer: LARGEST })
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, GENERATED), typesOf(openApiDocument()))
  console.log(`${GENERATED} is what the service answers.`)
}
