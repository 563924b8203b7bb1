import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { onShellGone } from './orphan.mjs'
import { root } from './root.mjs'

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs Node with these arguments as if it were this process: same terminal, signals passed on, its exit code. */
export async function runToEnd(node, args) {
  const child = spawn(node, args, { stdio: 'inherit', env: withNode(node) })
  const passOn = (signal) => child.kill(signal)
  for (const signal of PASSED_ON) process.on(signal, passOn)
  const stopWatching = onShellGone(() => passOn('SIGTERM'))
  try {
    return await ended(child)
  } finally {
    stopWatching()
    for (const signal of PASSED_ON) process.off(signal, passOn)
  }
}

/** Runs a command in the project's folder and keeps what it says. */
export async function runQuietly(command, args, node) {
  const shell = process.platform === 'win32' && command.endsWith('.cmd')
  const child = spawn(command, args, { cwd: root, env: withNode(node), stdio: ['ignore', 'pipe', 'pipe'], shell })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return { exitCode: await ended(child), output }
}

/** The environment in which `node` means this one, and in which threads share what one of them has given back. */
function withNode(node) {
  return { MALLOC_ARENA_MAX: '1', ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
