import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import file from '@size-limit/file'
import sizeLimit from 'size-limit'
import { parseAst } from 'vite'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** What a page with a thread loads before it can show the first comment, by names and as gzip sends it, in bytes. */
export async function firstRender(dist = DIST) {
  const embed = join(dist, 'embed.js')
  return weighed([embed, ...withImports(coreNamedIn(embed))])
}

/** What a page with another element loads before that shows something, beyond what threads load to be read and acted in. */
export async function beyondThread(element, dist = DIST) {
  const core = coreNamedIn(join(dist, 'embed.js'))
  const known = withImports(chunkNamedIn(core, 'acts'), new Set(withImports(core)))
  return weighed(withImports(chunkNamedIn(core, element)).filter((path) => !known.includes(path)))
}

async function weighed(paths) {
  const sizes = await sizeLimit([file], { checks: paths.map((path) => ({ files: [path], gzip: true })) })
  const files = paths.map((path, at) => ({ name: basename(path), bytes: sizes[at].size }))
  return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function coreNamedIn(embed) {
  const [name] = /\bcore-[\w-]+\.js\b/.exec(readFileSync(embed, 'utf8')) ?? []
  if (name === undefined) throw new Error(`${embed} names no core: what it loads has another name now.`)
  return join(dirname(embed), 'embed', name)
}

function chunkNamedIn(core, name) {
  const [file] = new RegExp(`\\b${name}-[\\w-]+\\.js\\b`).exec(readFileSync(core, 'utf8')) ?? []
  if (file === undefined) throw new Error(`${core} names no ${name}: what it loads has another name now.`)
  return join(dirname(core), file)
}

/** A module and all that it imports at once, however far away; what it asks for later is no part of it. */
function withImports(path, known = new Set()) {
  known.add(path)
  for (const { source } of parseAst(readFileSync(path, 'utf8')).body) {
    const imported = source?.value === undefined ? path : join(dirname(path), source.value)
    if (!known.has(imported)) withImports(imported, known)
  }
  return [...known]
}
