import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../setup/root.mjs'

const PASSED_OVER = new Set(['node_modules', 'dist', '.git', '.tools', 'data'])

/** Paths of files under a folder of the project, relative to its root, with slashes; nothing where there is no folder. */
export function filesUnder(folder, wanted) {
  return [...walk(join(root, folder))]
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => wanted.test(file))
    .sort((a, b) => (a < b ? -1 : 1))
}

function* walk(folder) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) yield* walk(path)
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
