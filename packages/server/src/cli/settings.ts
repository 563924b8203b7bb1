import { type Environment, readSettings } from '../config/read-settings.ts'
import type { Config } from '../config/settings.ts'
import { EXIT, Problem } from '../problem.ts'

/** The settings in force; all that is wrong with them is told at once. `defaults`: what a command has instead of ours. */
export function requireSettings(defaults: Environment = {}): Config {
  const { config, problems, warnings } = readSettings({ ...defaults, ...process.env })
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`)
  if (config === null) throw new Problem(EXIT.usage, ['Some settings are wrong:', ...problems].join('\n  '))
  return config
}
