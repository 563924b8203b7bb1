import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** Whether a program is there and answers; `args` should make it end at once. */
export async function runs(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, args)
    return true
  } catch {
    return false
  }
}

/** Resolves with the first line that matches; rejects when the program ends before it. */
export async function firstLine(
  child: ChildProcess & { stdout: Readable },
  pattern: RegExp,
  output: Readable = child.stdout,
): Promise<RegExpExecArray> {
  for await (const line of createInterface({ input: output })) {
    const match = pattern.exec(line)
    if (match === null) continue
    output.resume()
    return match
  }
  throw new Error(
    `${child.spawnfile} ended before it was ready (code ${child.exitCode ?? child.signalCode ?? 'unknown'}).`,
  )
}

/** A program that keeps running must not keep this process alive. */
export function letGo(child: ChildProcess): void {
  child.unref()
  for (const pipe of [child.stdin, child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref()
}

/** Ends a program and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.ref()
  child.kill(signal)
  await gone
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The kernel gave no port.')
  return address.port
}
