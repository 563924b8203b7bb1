import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { fastify } from 'fastify'
import { tell } from './tell.ts'

/** The floor of `news`: fastify, which reads documents by their ids, each by a prepared statement, and sends bytes. */
const [file = '', reads = '', answer = ''] = process.argv.slice(2)
const database = new Database(file, { readonly: true })
database.pragma('cache_size = -32768')
const body = readFileSync(answer)
const asked = JSON.parse(readFileSync(reads, 'utf8')) as { collection: string; id: string }[]
const statements = new Map<string, Database.Statement>()
for (const { collection } of asked)
  if (!statements.has(collection))
    statements.set(collection, database.prepare(`SELECT doc FROM c_${collection} WHERE id = ?`))

const app = fastify()
app.get('/*', (_, reply) => {
  for (const { collection, id } of asked)
    if (statements.get(collection)?.get(id) === undefined) throw new Error(`${collection} has no ${id}.`)
  return reply.type('application/json').send(body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
tell(app.server)
