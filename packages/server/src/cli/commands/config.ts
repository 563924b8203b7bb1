import { readSettings, type SettingInForce } from '../../config/read-settings.ts'
import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'

export const configCommand = command({
  name: 'config',
  description: 'Shows every setting: what it means, its default, its variable, its value and where that came from',
  args: { json: { type: 'boolean', description: 'Write JSON' } },
  run: async ({ json }) => {
    const { inForce, problems, warnings } = readSettings(process.env)
    process.stdout.write(json === true ? asJson(inForce) : inForce.map(asText).join('\n'))
    for (const line of [...warnings, ...problems]) process.stderr.write(`${line}\n`)
    return problems.length === 0 ? EXIT.ok : EXIT.usage
  },
})

function asJson(rows: readonly SettingInForce[]): string {
  const list = rows.map(({ name, setting, shown, source, problem }) => {
    const { variable, meaning, fallback, allowed, secret = false } = setting
    return { name, variable, meaning, default: fallback, allowed, secret, value: shown, source, problem }
  })
  return `${JSON.stringify(list, null, 2)}\n`
}

function asText({ setting, shown, source, problem }: SettingInForce): string {
  const { variable, meaning, fallback, allowed } = setting
  const lines = [
    `${variable} = ${shown || '(none)'}   (${source === 'default' ? 'the default' : 'from the environment'})`,
    meaning,
    ...(source === 'default' ? [] : [`default: ${fallback || '(none)'}`]),
    `allowed: ${allowed}`,
    ...(problem === null ? [] : [`WRONG: ${problem}`]),
  ]
  return `${lines.join('\n    ')}\n`
}
