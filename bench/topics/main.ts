import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { say } from '../progress.ts'
import { besideBare } from '../comments/beside-bare.ts'
import { groundIn, importAll, TREE } from './ground.ts'
import { importPerS } from './imports.ts'
import { subtreePage } from './listing.ts'
import { moving } from './moving.ts'

export async function topicsBenchmark(): Promise<Row[]> {
  say('importing')
  const rows = [await importPerS()]
  rows.unshift(await inFolder(resolve))
  rows.push(
    ...(await inFolder(async (folder) => {
      const ground = await groundIn(folder)
      await importAll(ground)
      const moved = await moving(ground, folder)
      await ground.context.store.close()
      return moved
    })),
    await inFolder(subtreePage),
  )
  return rows
}

/** The address of a topic deep in the tree. */
async function resolve(folder: string): Promise<Row> {
  const ground = await groundIn(folder)
  await importAll(ground)
  const { admin, context, env } = ground
  const snapshot = await context.topics.tree(admin.org, TREE)
  const deep = [...snapshot.topics.values()].find(({ depth }) => depth === 5)
  await context.store.close()
  const path = `/v1/trees/${TREE}/at?org=${admin.org}&path=${encodeURIComponent(deep?.path ?? '')}`
  return besideBare({ name: 'resolve', bound: 0.6, path, env, folder })
}
