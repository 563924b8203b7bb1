import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atMost, type Row } from '../measure.ts'

const TORTURE = fileURLToPath(new URL('../../packages/server/src/testing/ads-torture/main.ts', import.meta.url))
const KILLS = 25

type Found = { overspend: number; kills: number; acknowledged: number; shown: number }

/** 64 workers spend budgets in processes that are killed; what was spent beyond them, in micro-units. */
export async function overspend(): Promise<Row> {
  const args = [...process.execArgv, TORTURE, '--kills', String(KILLS)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Found
  return {
    name: 'overspend',
    ratio: found.overspend,
    ...atMost(0, found.overspend),
    subject: `${found.overspend} of ${found.acknowledged.toLocaleString('en')} billed, ${found.kills} kills`,
    floor: '-',
  }
}
