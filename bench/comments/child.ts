import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { heap } from '../../scripts/commands.mjs'

/** A server in a process of its own, so that what it uses is its own. */
export type Child = { url: string; cpuMs: () => Promise<number>; stop: () => Promise<void> }

const FILES = {
  bare: new URL('servers/bare.ts', import.meta.url),
  service: new URL('servers/service.ts', import.meta.url),
  sql: new URL('servers/sql.ts', import.meta.url),
  gets: new URL('servers/gets.ts', import.meta.url),
  writes: new URL('servers/writes.ts', import.meta.url),
}

type Start = { args?: readonly string[]; env?: Readonly<Record<string, string>> }

export async function startChild(name: keyof typeof FILES, { args = [], env = {} }: Start): Promise<Child> {
  const file = fileURLToPath(FILES[name])
  const child = spawn(process.execPath, [...process.execArgv, ...(name === 'service' ? heap : []), file, ...args], {
    env: { PATH: process.env['PATH'] ?? '', PALAVER_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { port } = await answerOf<{ port: number }>(child)
  return {
    url: `http://127.0.0.1:${port}`,
    cpuMs: async () => {
      child.send('cpu')
      return (await answerOf<{ cpuMs: number }>(child)).cpuMs
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController()
  const failed = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`A server of the benchmark ended with ${code}.`)
  })
  failed.catch(() => {})
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal: ended.signal }), failed])
    return answer as T
  } finally {
    ended.abort()
  }
}
