import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tell } from './tell.ts'

/** The floor of `hot`: Node's own server, which sends the bytes of a file with the header fields of another. */
const [body = '', fields = ''] = process.argv.slice(2).map((file) => readFileSync(file))
const head = JSON.parse(String(fields)) as string[]
const server = createServer((_, response) => {
  response.writeHead(200, head).end(body)
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => tell(server))
