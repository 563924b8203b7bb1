import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/root.mjs'
import { filesUnder } from './files.mjs'

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']

/** The lock file names no host (it must install from any registry), and every package.json has exact versions. */
export function checkLockFile() {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const manifests = ['package.json', ...filesUnder('packages', /^packages\/[^/]+\/package\.json$/)]
  const wrong = [
    ...hostsIn(read('package-lock.json')).map((what) => `package-lock.json: ${what}`),
    ...manifests.flatMap((file) => looseVersionsIn(read(file)).map((what) => `${file}: ${what}`)),
  ]
  return { passed: wrong.length === 0, output: wrong.join('\n') }
}

export function hostsIn(lock) {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => /^[\w+]+:/.test(resolved ?? ''))
    .map(([name, { resolved }]) => `${name} comes from ${resolved}`)
}

export function looseVersionsIn(manifest) {
  return FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name} is "${version}", not an exact version`)
}
