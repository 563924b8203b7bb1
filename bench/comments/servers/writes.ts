import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { fastify } from 'fastify'
import { tell } from './tell.ts'

/**
 * The floor of ads: fastify, which writes documents by prepared statements, those of concurrent requests in one
 * transaction that is on the disk before anybody is answered, and sends bytes.
 */
const [file = '', documents = '', answer = '', status = '200'] = process.argv.slice(2)
const database = new Database(file)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('CREATE TABLE documents (id INTEGER PRIMARY KEY, doc TEXT NOT NULL)')
/** What one request writes; a fraction of a document is one that only some requests write. */
const written = JSON.parse(readFileSync(documents, 'utf8')) as { doc: string; each: number }[]
const body = readFileSync(answer)
const ROWS = 2000

const write = database.prepare('INSERT OR REPLACE INTO documents (id, doc) VALUES (?, ?)')
type Waiting = { done: () => void }
let waiting: Waiting[] = []
let asked = 0

const commit = database.transaction((count: number) => {
  for (let one = 0; one < count; one++) {
    asked++
    for (const [at, { doc, each }] of written.entries()) {
      const times = Math.floor(asked * each) - Math.floor((asked - 1) * each)
      for (let time = 0; time < times; time++) write.run((asked % ROWS) + at * ROWS, doc)
    }
  }
})

function flush(): void {
  const all = waiting
  waiting = []
  commit(all.length)
  for (const { done } of all) done()
}

const durable = (): Promise<void> =>
  new Promise((done) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ done })
  })

const app = fastify()
app.all('/*', async (_, reply) => {
  await durable()
  return reply
    .code(Number(status))
    .type('application/json')
    .send(body.length === 0 ? undefined : body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
tell(app.server)
