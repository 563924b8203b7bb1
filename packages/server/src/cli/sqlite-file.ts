import type { Config } from '../config/settings.ts'
import { databaseFile } from '../open-engine.ts'
import { EXIT, Problem } from '../problem.ts'

/** The database file, for a command that works on a file. */
export function requireSqliteFile(config: Config, instead: string): string {
  if (config.store === 'sqlite') return databaseFile(config)
  throw new Problem(EXIT.usage, `This command is for the SQLite store and PALAVER_STORE is ${config.store}: ${instead}`)
}
