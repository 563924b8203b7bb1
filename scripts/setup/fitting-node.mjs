import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fetchedNode, fetchNode } from './fetch-node.mjs'
import { fits, OLDEST, versionOf } from './node-version.mjs'
import { Problem } from './problem.mjs'

/** The path of a Node that runs Palaver: this one, one on the PATH, one fetched before, or one fetched now. */
export async function fittingNode(machine = thisMachine()) {
  if (fits(machine.version)) return machine.execPath
  const others = [...nodesOnPath(machine), machine.fetched]
  const found = others.find((node) => existsSync(node) && fits(versionOf(node)))
  if (found !== undefined) return found
  if (machine.fetch === null) throw tooOld(machine, 'none can be fetched for this kind of machine')
  try {
    return await machine.fetch()
  } catch (error) {
    throw tooOld(machine, 'fetching one failed', error)
  }
}

function thisMachine() {
  const { version, execPath, env } = process
  return { version, execPath, path: env.PATH ?? '', fetched: fetchedNode(), fetch: fetchNode() }
}

function nodesOnPath({ path, execPath }) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const nodes = path.split(delimiter).map((folder) => join(folder, name))
  const others = new Set(nodes.filter((node) => existsSync(node)).map((node) => realpathSync(node)))
  others.delete(execPath)
  return others
}

function tooOld({ version }, reason, cause) {
  const detail = cause === undefined ? reason : `${reason} (${cause.message})`
  return new Problem(
    `Palaver needs Node ${OLDEST} or later, this is ${version} and ${detail}: please install Node 24 from https://nodejs.org.`,
    { cause },
  )
}
