import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/settings.ts'

type Output = { write(text: string): unknown; isTTY?: boolean }

/** The service's log, on standard error: standard output belongs to commands. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>, output: Output): Logger {
  const asText = logFormat === 'text' || (logFormat === 'auto' && output.isTTY === true)
  const json: DestinationStream = { write: (line) => void output.write(line) }
  const text: DestinationStream = { write: (line) => void output.write(`${readable(JSON.parse(line))}\n`) }
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: described },
  }
  return pino(options, asText ? text : json)
}

type Described = { type: string; code?: unknown; stack: string }

/** Where and what, and what caused it; members that an error carries may be documents or requests, with all their text. */
function described(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? `\ncaused by ${described(error.cause).stack}` : ''
  return { type: error.name, ...code, stack: `${error.stack ?? error.message}${cause}` }
}

type Entry = { level: number; time: string; msg?: string; err?: { stack?: string } } & Record<string, unknown>

function readable({ level, time, msg = '', err, ...fields }: Entry): string {
  const name = pino.levels.labels[level] ?? 'info'
  const details = Object.entries(fields).map(
    ([field, value]) => ` ${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const stack = err?.stack === undefined ? '' : `\n${err.stack}`
  return `${time.slice(11, 19)} ${name.toUpperCase().padEnd(5)} ${msg}${details.join('')}${stack}`
}
