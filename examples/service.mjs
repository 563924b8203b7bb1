import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** `npx palaver`, as a clone of the project has it. */
const PALAVER = [fileURLToPath(new URL('../packages/server/bin/palaver.mjs', import.meta.url))]

/**
 * A Palaver service for an example: with its own data folder, and ended together with the example. `command` is what
 * Node runs to get the command line.
 */
export async function startPalaver({ data, port = '8080', command = PALAVER }) {
  const env = { ...process.env, PALAVER_DATA: data, PALAVER_PORT: port, PALAVER_LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [...command, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  // However the example ends: nobody else would end it.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const url = await Promise.race([addressIn(child.stdout), ended.then(([code]) => failed(code))])
  return {
    url,
    /** One call of the command line, on the same data. */
    palaver: async (...args) => (await promisify(execFile)(process.execPath, [...command, ...args], { env })).stdout,
    stop: async () => {
      end()
      await ended
    },
  }
}

function addressIn(output) {
  return new Promise((resolve) => {
    output.setEncoding('utf8').on('data', (text) => {
      const [address] = /http:\/\/\S+/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}

function failed(code) {
  throw new Error(`The Palaver service ended with ${code}: what it wrote above says why.`)
}

/** Listens on loopback and says where. */
export async function listen(server, port) {
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}

/** Says in a sentence what went wrong, where a trail of calls would follow otherwise. */
export function sayWhatIsWrong() {
  process.once('uncaughtException', ({ message }) => {
    console.error(message)
    process.exit(1)
  })
}

/** Waits for Ctrl-C, or for whoever started this to end it. */
export async function untilStopped() {
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
}
