import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Child, startChild } from '../comments/child.ts'
import type { Writes } from './counted.ts'

export const databaseIn = (folder: string): string =>
  join(folder, 'data', readdirSync(join(folder, 'data')).find((name) => name.endsWith('.sqlite')) ?? '')

type Floor = { folder: string; writes: Writes; requests: number; body: string | Buffer; status?: number }

/** Fastify that writes as many documents a request as the service did, as long as its are, and sends the same bytes. */
export async function startFloor({ folder, writes, requests, body, status = 200 }: Floor): Promise<Child> {
  const database = new Database(databaseIn(folder), { readonly: true })
  const documents = [...writes].map(([collection, count]) => {
    const rows = database.prepare(`SELECT doc FROM c_${collection} ORDER BY length(doc)`).all() as {
      doc: Buffer | string
    }[]
    return { doc: String(rows[Math.floor(rows.length / 2)]?.doc ?? ''), each: count / requests }
  })
  database.close()
  const files = { written: join(folder, 'written'), body: join(folder, 'body') }
  writeFileSync(files.written, JSON.stringify(documents))
  writeFileSync(files.body, body)
  return startChild('writes', { args: [join(folder, 'floor.sqlite'), files.written, files.body, String(status)] })
}

export const writesIn = (writes: Writes, requests: number): string =>
  [...writes].map(([name, count]) => `${(count / requests).toFixed(2)} ${name}`).join(', ')

/** How many impressions all ledgers have together. */
export function viewsIn(folder: string): number {
  const database = new Database(databaseIn(folder), { readonly: true })
  const { views } = database
    .prepare("SELECT sum(json_array_length(doc, '$.views')) AS views FROM c_adSlices")
    .get() as {
    views: number | null
  }
  database.close()
  return views ?? 0
}
