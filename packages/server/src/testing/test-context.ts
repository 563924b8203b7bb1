import { onTestFinished } from 'vitest'
import { readSettings } from '../config/read-settings.ts'
import type { Config } from '../config/settings.ts'
import { type Context, createContext, type Overrides } from '../context.ts'
import { tempFolder } from './temp-folder.ts'

type Environment = Readonly<Record<string, string>>

/** The settings that these variables give, and defaults for the rest. */
function testConfig(env: Environment = {}): Config {
  const { config, problems } = readSettings({ PALAVER_LOG_LEVEL: 'silent', ...env })
  if (config === null) throw new Error(problems.join('\n'))
  return config
}

/** A context on a database of its own, closed when the test is over. */
export async function testContext(overrides: Overrides = {}, env: Environment = {}): Promise<Context> {
  const context = await createContext(testConfig({ PALAVER_DATA: await tempFolder(), ...env }), overrides)
  onTestFinished(() => context.store.close())
  return context
}
