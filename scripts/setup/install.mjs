import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { Problem } from './problem.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'

/** Installs the packages that package-lock.json names, unless exactly these were installed before. */
export async function install(node) {
  if (isInstalled(root)) return
  try {
    // Developers' packages too, whatever NODE_ENV says: the compiler is one of them.
    await withProgress('Installing packages', () => npm(['ci', '--include=dev', '--ignore-scripts'], { node }))
  } catch (error) {
    throw new Problem(`The packages could not be installed; is the network there? ${error.message}`, { cause: error })
  }
  markInstalled(root)
}

/** Whether the stamp that an earlier install left belongs to this lock file and this kind of machine. */
export function isInstalled(folder) {
  try {
    return readFileSync(stampFile(folder), 'utf8') === stampOf(folder)
  } catch {
    return false
  }
}

/** `npm ci` begins by removing node_modules, so a run that is cut off leaves no mark. */
export function markInstalled(folder) {
  writeFileSync(stampFile(folder), stampOf(folder))
}

const stampFile = (folder) => join(folder, 'node_modules', '.installed')

function stampOf(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`
}
