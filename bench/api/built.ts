import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { commands } from '../../scripts/commands.mjs'

/** The service as `npm run palaver -- start` runs it: built, and with the same options. */
export type Built = { url: string; rss: () => number; stop: () => Promise<void> }

const BYTES_PER_KB = 1024

export async function startBuilt(env: Readonly<Record<string, string>>): Promise<Built> {
  const child = spawn(process.execPath, [...commands.palaver.run, 'start'], {
    env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressIn(createInterface(child.stdout))
  return {
    url,
    rss: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) * BYTES_PER_KB,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('The service ended before it listened.')
}
