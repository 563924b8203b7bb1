import { fileURLToPath } from 'node:url'
import { listen, sayWhatIsWrong, startPalaver, untilStopped } from '../service.mjs'
import { createBlog } from './server.mjs'

const { PALAVER_URL, PALAVER_PORT = '8080', PORT = '4000' } = process.env

sayWhatIsWrong()

const service = PALAVER_URL === undefined ? await ownService() : null
const blog = createBlog(PALAVER_URL ?? service.url)
console.log(`The blog: ${await listen(blog, PORT)}`)
if (service !== null) console.log(`Its comments: ${service.url}`)
console.log('Stop it with Ctrl-C.')

await untilStopped()
blog.closeAllConnections()
blog.close()
await service?.stop()

/** Whoever reads the blog may write, and only gives a name. */
async function ownService() {
  const data = fileURLToPath(new URL('data', import.meta.url))
  const started = await startPalaver({ data, port: PALAVER_PORT })
  await started.palaver('org', '--set', 'guests=true')
  return started
}
