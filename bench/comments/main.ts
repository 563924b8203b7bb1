import { deepStrictEqual } from 'node:assert'
import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { besideBare } from './beside-bare.ts'
import { type Child, startChild } from './child.ts'
import { type Data, makeData } from './data.ts'
import { growth } from './growth.ts'
import { contest } from './load.ts'
import { commentsOf, pagesFrom } from './paths.ts'

export async function commentsBenchmark(): Promise<Row[]> {
  const rows = await inFolder(async (folder) => {
    process.stderr.write('  writing comments')
    const data = await makeData(folder)
    return [await hot(data, folder), ...(await coldAndTree(data))]
  })
  return [...rows, await growth()]
}

/** The service with its cache, beside Node's own server that sends the same bytes with the same header fields. */
const hot = ({ env, lively }: Data, folder: string): Promise<Row> =>
  besideBare({ name: 'hot', bound: 0.75, path: `/v1/discussions/${lively}/comments?limit=50`, env, folder })

/** Without the cache, beside fastify with one SQL query; of a tree, beside the same for as many comments. */
async function coldAndTree({ env, table, lively, even }: Data): Promise<Row[]> {
  const service = await startChild('service', { env: { ...env, PALAVER_CACHE_MB: '0' } })
  const sql = await startChild('sql', { args: [table] })
  const cold = {
    floor: { child: sql, paths: await pagesFrom(sql.url, `/comments?discussion=${lively}&limit=50`, 'after') },
    subject: {
      child: service,
      paths: await pagesFrom(service.url, `/v1/discussions/${lively}/comments?limit=50`, 'cursor'),
    },
  }
  const treePath = `/v1/discussions/${even}/tree?limit=20&replies=3&depth=1`
  const tree = {
    floor: { child: sql, paths: await pagesFrom(sql.url, `/comments?discussion=${even}&limit=80`, 'after') },
    subject: { child: service, paths: await pagesFrom(service.url, treePath, 'cursor') },
  }
  await demandTheSame(cold.floor, cold.subject)
  await demandAsMany(tree.floor, tree.subject)
  const rows = [
    await contest({ name: 'cold', bound: 0.6, ...cold, requests: 4_000 }),
    await contest({ name: 'tree', bound: 0.4, ...tree, requests: 2_000 }),
  ]
  await stopAll([service, sql])
  return rows
}

type Target = { child: Child; paths: readonly string[] }

/** A floor that answers with less is none. */
async function demandTheSame(floor: Target, subject: Target): Promise<void> {
  for (const at of [0, 1, floor.paths.length - 1])
    deepStrictEqual(
      await commentsOf(subject.child.url, subject.paths[at] ?? ''),
      await commentsOf(floor.child.url, floor.paths[at] ?? ''),
    )
}

async function demandAsMany(floor: Target, subject: Target): Promise<void> {
  const counts = [floor, subject].map(async ({ child, paths }) => (await commentsOf(child.url, paths[1] ?? '')).length)
  deepStrictEqual(await Promise.all(counts), [80, 80])
}

const stopAll = async (children: readonly Child[]): Promise<void> => {
  await Promise.all(children.map((child) => child.stop()))
}
