import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { campaigns } from '../../ads/collections.ts'
import { billView } from '../../ads/money/billing.ts'
import { campaignOf, candidateOf, decidedOf, nodeOn, NOON } from '../../ads/money/testing/ground.ts'
import { collections } from '../../collections.ts'
import { palaverHere } from '../../testing/palaver-here.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

async function ground() {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: join(folder, 'data') }
  await palaverHere(['org', '--create', 'One'], settings)
  const open = async () => createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
  const store = await open()
  const node = nodeOn(store, 'one', () => NOON)
  const campaign = campaignOf({ budget: 1_000_000 })
  await node.campaigns.insert(campaign)
  const reserved = await node.purses.reserve(candidateOf(campaign), NOON)
  await billView(node, decidedOf('c1', reserved ?? { slice: '', index: 0 }, NOON), 'r')
  await store.close()
  return { run: (...args: string[]) => palaverHere(['ads', 'verify', ...args], settings), open }
}

test('verify says that every micro-unit is where it must be, or which is not', async () => {
  const { run, open } = await ground()
  const well = await run()
  expect([well.exitCode, well.stdout]).toEqual([0, '1 campaigns, 1 slices: all is well.\n'])
  const store = await open()
  await store.collection(campaigns).update({ _id: 'c1' }, { $inc: { 'money.left': 1 } })
  await store.close()
  const wrong = await run()
  expect(wrong.exitCode).toBe(3)
  expect(wrong.stdout).toContain('c1: budget: it has 1000001, and it must be 1000000')
  const { exitCode, stdout } = await run('--json')
  expect([exitCode, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ campaigns: 1, busy: [] })])
  expect((await run('--org', 'nobody')).exitCode).toBe(2)
})
