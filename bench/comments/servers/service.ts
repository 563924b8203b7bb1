import { createApp, createContext, listen, readSettings, startFollowing } from '@palaver/server'
import { tell } from './tell.ts'

/** The service as `palaver start` runs it, on the settings in the environment. */
const { config, problems } = readSettings(process.env)
if (config === null) throw new Error(problems.join('\n'))
const context = await createContext(config)
const app = await createApp(context)
await listen(app, config)
startFollowing(context)
tell(app.server)
