import { inFolder } from '../folder.ts'
import type { Row } from '../measure.ts'
import { decide } from './decide.ts'
import { growth } from './growth.ts'
import { overspend } from './overspend.ts'
import { track } from './track.ts'

export async function adsBenchmark(): Promise<Row[]> {
  return [...(await inFolder(decide)), await inFolder(track), await growth(), await overspend()]
}
