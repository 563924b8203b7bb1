import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FETCHED, fits, versionOf } from './node-version.mjs'
import { npm } from './npm.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'

const BINARY = join('node_modules', FETCHED.package, 'bin', 'node')
const home = join(root, '.tools', `node-${FETCHED.version}`)

/** Where a fetched Node is, if one was fetched. */
export const fetchedNode = () => join(home, BINARY)

/** How to fetch a Node for this machine; null where there is none to be had. */
export function fetchNode({ platform, arch } = process) {
  return platform === FETCHED.platform && arch === FETCHED.arch ? fetchIntoTools : null
}

async function fetchIntoTools() {
  // Into a folder of its own first: a fetch that is cut off leaves nothing that looks whole.
  const partial = `${home}.partial-${process.pid}`
  mkdirSync(partial, { recursive: true })
  try {
    const what = `${FETCHED.package}@${FETCHED.version}`
    await withProgress(`Fetching Node ${FETCHED.version}`, () =>
      npm(['install', '--no-save', '--no-package-lock', '--prefix', partial, what], { node: process.execPath }),
    )
    if (!fits(versionOf(join(partial, BINARY)))) throw new Error(`${what} does not run on this machine`)
    rmSync(home, { recursive: true, force: true })
    renameSync(partial, home)
    return fetchedNode()
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
