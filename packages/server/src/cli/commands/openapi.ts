import { openSqlite } from '@palaver/store'
import { collections } from '../../collections.ts'
import { readSettings } from '../../config/read-settings.ts'
import { createContext } from '../../context.ts'
import { createApp } from '../../http/app.ts'
import { EXIT, type ExitCode, Problem } from '../../problem.ts'
import { command } from '../command.ts'

export const openapiCommand = command({
  name: 'openapi',
  description: 'Prints the OpenAPI document of this version, without opening the database',
  args: {},
  run: async (): Promise<ExitCode> => {
    process.stdout.write(`${await document()}\n`)
    return EXIT.ok
  },
})

/** As `/openapi.json` answers it: the routes are the same whatever the settings, so an empty store will do. */
async function document(): Promise<string> {
  const { config, problems } = readSettings({ PALAVER_LOG_LEVEL: 'silent' })
  if (config === null) throw new Problem(EXIT.failure, problems.join('\n'))
  const { partitions } = config
  const engine = await openSqlite({ file: ':memory:', collections, partitions })
  const context = await createContext(config, { engine })
  const app = await createApp(context)
  try {
    return (await app.inject('/openapi.json')).body
  } finally {
    await app.close()
    await context.store.close()
  }
}
