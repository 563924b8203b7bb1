import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/root.mjs'

const PAGE = 'docs/architecture.md'
/** Of each of these, every folder has its line. */
const WALKED = ['packages/store/src', 'packages/server/src', 'packages/client/src', 'scripts', 'docs']

/** docs/architecture.md names every folder of the walk, and none that is not there. */
export function checkArchitecture() {
  const named = foldersIn(readFileSync(join(root, PAGE), 'utf8'))
  const missing = WALKED.flatMap(foldersOf).filter((folder) => !named.includes(folder))
  const gone = named.filter((folder) => !isFolder(folder))
  const wrong = [
    ...missing.map((folder) => `${PAGE}: there is no line for ${folder}/`),
    ...gone.map((folder) => `${PAGE}: there is no folder ${folder}/`),
  ]
  return { passed: wrong.length === 0, output: wrong.join('\n') }
}

/** The folders of the page's first block: a line begins with a name that ends in a slash, below those it is indented under. */
export function foldersIn(markdown) {
  const block = /```\n([\s\S]*?)```/.exec(markdown)?.[1] ?? ''
  const above = []
  return [...block.matchAll(/^( *)(\S+)\/(?= |$)/gm)].map(([, indent, name]) => {
    above.length = indent.length / 2
    above.push(name)
    return above.join('/')
  })
}

function foldersOf(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
}

function isFolder(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}
