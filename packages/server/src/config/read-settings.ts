import { maskSecret } from './mask.ts'
import { nearest } from './nearest.ts'
import type { Setting } from './setting.ts'
import { type Config, type SettingName, settings } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting with the value in force, as text that may be shown. */
export type SettingInForce = {
  name: string
  setting: Setting
  shown: string
  source: 'default' | 'environment'
  problem: string | null
}

export type Reading = {
  /** Null where a setting is wrong. */
  config: Config | null
  inForce: SettingInForce[]
  /** Everything that is wrong, each with what is allowed. */
  problems: string[]
  warnings: string[]
}

/** Reads every setting, the wrong ones too, so that all of them are told at once. */
export function readSettings(env: Environment): Reading {
  const read = (Object.keys(settings) as SettingName[]).map((name) => readOne(name, settings[name], env))
  const config = Object.fromEntries(read.map(({ inForce, value }) => [inForce.name, value])) as Config
  const inForce = read.map((one) => one.inForce)
  const problems = [...inForce.flatMap(({ problem }) => problem ?? []), ...missingWith(config)]
  return { config: problems.length === 0 ? config : null, inForce, problems, warnings: warningsOf(env, config) }
}

function readOne(name: SettingName, setting: Setting, env: Environment): { inForce: SettingInForce; value: unknown } {
  // An empty variable means none: that is how a compose file or a unit file leaves one out.
  const given = env[setting.variable] || undefined
  const text = given ?? setting.fallback
  const { success, data } = setting.schema.safeParse(text)
  const shown = setting.secret === true ? maskSecret(text) : text
  const problem = success ? null : `${setting.variable} is ${JSON.stringify(shown)} but must be ${setting.allowed}.`
  return {
    inForce: { name, setting, shown, source: given === undefined ? 'default' : 'environment', problem },
    value: data,
  }
}

function missingWith(config: Config): string[] {
  const mongodb = config.store === 'mongodb' ? (['mongodbUrl'] as const) : []
  const s3 = typeof config.s3Endpoint === 'string' ? (['s3Bucket', 's3KeyId', 's3Secret'] as const) : []
  return [...missingOf(config, mongodb, 'PALAVER_STORE is mongodb'), ...missingOf(config, s3, 'PALAVER_S3_ENDPOINT is')]
}

function missingOf(config: Config, names: readonly SettingName[], when: string): string[] {
  return names
    .filter((name) => config[name] === null)
    .map((name) => `${settings[name].variable} must be set when ${when}: ${settings[name].allowed}.`)
}

function warningsOf(env: Environment, { store, mongodbUrl }: Config): string[] {
  const known = Object.values(settings).map(({ variable }) => variable as string)
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith('PALAVER_') && !name.startsWith('PALAVER_TEST_') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known)
      return `${name} is not a setting and does nothing${meant === null ? '' : `; did you mean ${meant}?`}`
    })
  const unused =
    typeof mongodbUrl === 'string' && store === 'sqlite'
      ? ['PALAVER_MONGODB_URL does nothing while PALAVER_STORE is sqlite.']
      : []
  return [...unknown, ...unused]
}
