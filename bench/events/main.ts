import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { makeData } from './data.ts'
import { drain } from './drain.ts'
import { slowdown } from './slowdown.ts'
import { idle, streams } from './streams.ts'

export async function eventsBenchmark(): Promise<Row[]> {
  return [
    ...(await drain()),
    ...(await inFolder(async (folder) => streams(await makeData(folder)))),
    await slowdown(),
    await inFolder(async (folder) => idle(await makeData(folder))),
  ]
}
