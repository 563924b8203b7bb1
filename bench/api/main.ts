import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { auth } from './auth.ts'
import { makeData } from './data.ts'
import { rss } from './memory.ts'
import { posts } from './posts.ts'

export async function apiBenchmark(): Promise<Row[]> {
  return [
    await posts({ name: 'post64', bound: 0.3, withKey: false }),
    await posts({ name: 'post64key', bound: 0.15, withKey: true }),
    await inFolder(async (folder) => auth(await makeData(folder))),
    await inFolder(async (folder) => rss(await makeData(folder))),
  ]
}
