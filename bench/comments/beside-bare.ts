import { deepStrictEqual } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Row } from '../measure.ts'
import { startChild } from './child.ts'
import { contest } from './load.ts'

type Asked = { name: string; bound: number; path: string; env: Readonly<Record<string, string>>; folder: string }

/** A path of the service, beside Node's own server that sends the same bytes with the same header fields. */
export async function besideBare({ name, bound, path, env, folder }: Asked): Promise<Row> {
  const service = await startChild('service', { env })
  await fetched(`${service.url}${path}`)
  // The second time it comes from the cache, with the header fields of what is measured.
  const { body, head } = await fetched(`${service.url}${path}`)
  const files = { body: join(folder, `${name}-body`), head: join(folder, `${name}-head`) }
  writeFileSync(files.body, body)
  writeFileSync(files.head, JSON.stringify(head))
  const bare = await startChild('bare', { args: [files.body, files.head] })
  deepStrictEqual(await fetched(`${bare.url}${path}`), { body, head })
  const targets = { floor: { child: bare, paths: [path] }, subject: { child: service, paths: [path] } }
  const row = await contest({ name, bound, ...targets, requests: 20_000 })
  await Promise.all([service.stop(), bare.stop()])
  return row
}

/** Node writes these by itself. */
const NODES_OWN = ['Date', 'Connection', 'Keep-Alive']

async function fetched(url: string): Promise<{ body: Buffer; head: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ body: Buffer; head: string[] }>()
  get(url, (response) => {
    const pairs = response.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : []))
    const head = pairs.filter(([name = '']) => !NODES_OWN.includes(name)).flat()
    buffer(response).then((body) => resolve({ body, head }), reject)
  }).on('error', reject)
  return promise
}
