import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { listen, sayWhatIsWrong, startPalaver, untilStopped } from '../service.mjs'
import { createDashboard } from './app.mjs'

const { PALAVER_URL, PALAVER_PORT = '8080', PORT = '4100' } = process.env
const HOOK = '/palaver/may'

sayWhatIsWrong()

// The app is known only once it listens, and the service is told of it: what the app needs to know is filled in then.
const settings = {}
const app = createDashboard(settings)
const address = await listen(app, PORT)
const service = PALAVER_URL === undefined ? await ownService() : givenService()
console.log(`The dashboard: ${address}`)
console.log(`Its comments: ${settings.palaver}`)
console.log('Stop it with Ctrl-C.')

await untilStopped()
app.closeAllConnections()
app.close()
await service?.stop()

/** A service of its own, which asks this app who may see what. */
async function ownService() {
  const data = fileURLToPath(new URL('data', import.meta.url))
  const started = await startPalaver({ data, port: PALAVER_PORT })
  const hookSecret = randomBytes(32).toString('base64url')
  const hook = JSON.stringify({ url: address + HOOK, secret: hookSecret })
  await started.palaver('org', '--set', `permissionHook=${hook}`)
  const [org] = JSON.parse(await started.palaver('org', '--keys', '--json'))
  Object.assign(settings, { palaver: started.url, org: org.id, key: org.keys.at(-1), hookSecret })
  return started
}

/** One that runs already: README.md says how these are found out. */
function givenService() {
  const { PALAVER_ORG = 'main', PALAVER_KEY_ID, PALAVER_KEY_SECRET, PALAVER_HOOK_SECRET } = process.env
  const key = { id: PALAVER_KEY_ID, secret: PALAVER_KEY_SECRET }
  const given = { palaver: PALAVER_URL, org: PALAVER_ORG, key, hookSecret: PALAVER_HOOK_SECRET }
  if ([key.id, key.secret, given.hookSecret].includes(undefined))
    throw new Error('Set PALAVER_KEY_ID, PALAVER_KEY_SECRET and PALAVER_HOOK_SECRET as well.')
  Object.assign(settings, given)
  return null
}
