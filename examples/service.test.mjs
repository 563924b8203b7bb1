import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { palaverCommand } from '../packages/server/src/testing/palaver-command.ts'
import { tempFolder } from '../packages/server/src/testing/temp-folder.ts'
import { startPalaver } from './service.mjs'

/** From its sources, so that nothing is built for it. */
const command = palaverCommand([], {}).command.slice(1)

test('an example has a service of its own, which it can set up', async () => {
  const { url, palaver, stop } = await startPalaver({ data: await tempFolder(), port: '0', command })
  onTestFinished(stop)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await palaver('org', '--set', 'guests=true')
  const [org] = JSON.parse(await palaver('org', '--keys', '--json'))
  expect(org).toMatchObject({ id: 'main', guests: true, keys: [{ secret: expect.any(String) }] })
})

test('it says so where the service does not start', async () => {
  const started = startPalaver({ data: await tempFolder(), port: 'none', command })
  await expect(started).rejects.toThrow('ended with')
})

test('an example that fails says why in a sentence, and leaves no service behind', async () => {
  const options = JSON.stringify({ data: await tempFolder(), port: '0', command })
  const example = `
    import { sayWhatIsWrong, startPalaver } from ${JSON.stringify(new URL('service.mjs', import.meta.url).href)}
    sayWhatIsWrong()
    console.log((await startPalaver(${options})).url)
    throw new Error('The port is taken.')`
  const failed = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example])
  const { code, stdout, stderr } = await failed.catch((error) => error)
  expect([code, stderr]).toEqual([1, 'The port is taken.\n'])
  await expect.poll(() => fetch(stdout.trim()).then(Boolean, () => false)).toBe(false)
})
