import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

const BOOT = randomUUID()

/** Names who works on something, so that others on the same machine can see whether that process still lives. */
export const holderName = (id: string): string => `${hostname()}|${process.pid}|${BOOT}|${id}`

/**
 * Whether whoever has this name is surely gone: a process of this machine that does not run any more. Its lease need not
 * be waited for. Who is on another machine is never surely gone, and a lease protects nothing, so an error here costs
 * some work that is done twice.
 */
export function hasDied(name: string): boolean {
  const [host, pid, boot] = name.split('|')
  if (boot === undefined || host !== hostname() || boot === BOOT) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
