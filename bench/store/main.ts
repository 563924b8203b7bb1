import type { Row } from '../measure.ts'
import { growth } from './growth.ts'
import { insert64 } from './insert.ts'
import { reads } from './read.ts'
import { update64 } from './update.ts'

export async function storeBenchmark(): Promise<Row[]> {
  return [await insert64(), ...(await reads()), await update64(), ...(await growth())]
}
