import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { palaverCommand } from './palaver-command.ts'

type Settings = Readonly<Record<string, string>>
export type Finished = { exitCode: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Running = {
  address: string
  child: ChildProcess
  stop(signal: NodeJS.Signals): Promise<Finished>
  ended: Promise<Finished>
}

/** Runs a command of the CLI to its end in a process of its own, with these settings and no others. */
export function runPalaver(args: readonly string[], settings: Settings = {}): Promise<Finished> {
  return start(args, settings).ended
}

/** Starts the service on a port of the kernel's choice and waits until it says where it runs. */
export function startService(folder: string, settings: Settings = {}, args: readonly string[] = []): Promise<Running> {
  return running(['start', ...args], folder, settings)
}

/** The same with the demo. */
export function startDemo(folder: string, args: readonly string[], settings: Settings = {}): Promise<Running> {
  return running(['demo', ...args], folder, settings)
}

async function running(args: readonly string[], folder: string, settings: Settings): Promise<Running> {
  const { child, ended } = start(args, { PALAVER_PORT: '0', PALAVER_DATA: join(folder, 'data'), ...settings })
  const address = await Promise.race([addressIn(child), ended.then(failed)])
  const stop = (signal: NodeJS.Signals): Promise<Finished> => {
    child.kill(signal)
    return ended
  }
  return { address, child, stop, ended }
}

function start(args: readonly string[], settings: Settings): { child: ChildProcess; ended: Promise<Finished> } {
  const { command, env } = palaverCommand(args, settings)
  const [node = '', ...rest] = command
  const child = spawn(node, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: finished(child) }
}

async function finished(child: ChildProcess): Promise<Finished> {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (part: string) => {
      text[name] += part
    })
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { exitCode, signal, ...text }
}

function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (part: string) => {
      const address = /http:\/\/\S+/.exec(part)?.[0]
      if (address !== undefined) resolve(address)
    })
  })
}

function failed({ exitCode, stderr }: Finished): never {
  throw new Error(`The service ended with ${exitCode} before it ran: ${stderr}`)
}
