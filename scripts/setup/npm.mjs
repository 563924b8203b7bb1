import { basename } from 'node:path'
import { runQuietly } from './child.mjs'

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

/** Runs npm on the given Node. Throws with npm's own words when it fails. */
export async function npm(args, { node }) {
  const { command, before } = npmCommand(node)
  const { exitCode, output } = await runQuietly(command, [...before, ...args, ...QUIET], node)
  if (exitCode === 0) return
  const words = output.replace(/^npm error ?/gm, '').trim()
  throw new Error(`npm ${args[0]} ended with ${exitCode}: ${words.split('\n').slice(0, 8).join(' / ')}`)
}

function npmCommand(node) {
  // Set by npm when it runs a script; another package manager sets it too, to itself.
  const running = process.env.npm_execpath ?? ''
  return basename(running) === 'npm-cli.js'
    ? { command: node, before: [running] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', before: [] }
}
