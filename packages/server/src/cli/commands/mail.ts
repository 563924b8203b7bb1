import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { previewFiles } from '../../notifications/email/preview-page.ts'
import { previews } from '../../notifications/email/samples.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { requireSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'

type Files = ReadonlyMap<string, string | Buffer>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.eml': 'message/rfc822',
}

export const mailCommand = command({
  name: 'mail',
  description: 'Shows every mail that the service writes, with made-up comments: palaver mail preview',
  args: {
    action: { type: 'positional', description: 'preview', required: true },
    out: { type: 'string', valueHint: 'folder', description: 'Write the mails there instead of showing them' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ action, out, json }) => {
    if (action !== 'preview') throw new Problem(EXIT.usage, `There is no "mail ${action}". See: palaver mail --help`)
    const all = await previews(requireSettings().mailFrom)
    const files = previewFiles(all)
    if (out !== undefined) await write(files, out)
    const said = out === undefined ? null : `Written to ${out}: open ${join(out, 'index.html')} in a browser.\n`
    if (json === true) process.stdout.write(`${JSON.stringify(all.map(({ eml: _, ...shown }) => shown))}\n`)
    else if (said === null) await serve(files)
    else process.stdout.write(said)
    return EXIT.ok
  },
})

async function write(files: Files, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of files) await writeFile(join(folder, name), content)
}

/** For the person at this machine alone, until they stop it. */
async function serve(files: Files): Promise<void> {
  const stopped = stopSignal()
  const server = serverOf(files)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  process.stdout.write(`The mails are at http://127.0.0.1:${port}/\nStop it with Ctrl-C.\n`)
  await stopped
  server.close()
  server.closeAllConnections()
}

const serverOf = (files: Files): Server =>
  createServer(({ url = '/' }, answer) => {
    const path = url.split('?')[0] ?? '/'
    const name = path === '/' ? 'index.html' : path.slice(1)
    const content = files.get(name)
    if (content === undefined) answer.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such mail.\n')
    else answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(content)
  })
