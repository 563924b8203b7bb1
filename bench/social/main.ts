import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { fanoutPerS } from './fanout.ts'
import { growth } from './growth.ts'
import { mixed } from './mixed.ts'
import { news } from './news.ts'
import { postP99ratio } from './posting.ts'

export async function socialBenchmark(): Promise<Row[]> {
  return [
    await inFolder(news),
    ...(await inFolder(mixed)),
    ...(await inFolder(postP99ratio)),
    await inFolder(fanoutPerS),
    await growth(),
  ]
}
