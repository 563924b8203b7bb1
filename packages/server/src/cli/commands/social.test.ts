import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { collections } from '../../collections.ts'
import { personNumbers } from '../../social/collections.ts'
import { idOf, ORG, villageIn } from '../../social/testing/village.ts'
import { palaverHere } from '../../testing/palaver-here.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

type Ground = { run: (...args: string[]) => ReturnType<typeof palaverHere>; spoil: () => Promise<void> }

async function ground(): Promise<Ground> {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: join(folder, 'data') }
  await palaverHere(['org', '--create', 'One'], settings)
  const file = join(folder, 'data', 'palaver.sqlite')
  const store = createStore(await openSqlite({ file, collections }))
  const v = await villageIn(store, ['ada', 'bob'])
  await v.follow('bob', 'ada')
  await v.say('ada', 'hello')
  await v.drained()
  await store.close()
  const spoil = async (): Promise<void> => {
    const again = createStore(await openSqlite({ file, collections }))
    await again.collection(personNumbers).update({ _id: idOf('ada') }, { $set: { followers: 12 } })
    await again.close()
  }
  return { run: (...args) => palaverHere(['social', ...args], settings), spoil }
}

test('verify says what is wrong, and mends it when it is told to', async () => {
  const { run, spoil } = await ground()
  const well = await run('verify')
  expect([well.exitCode, well.stdout]).toEqual([0, expect.stringMatching(/documents: all is well\.\n$/)])
  await spoil()
  const wrong = await run('verify')
  expect(wrong.exitCode).toBe(3)
  expect(wrong.stdout).toContain('"followers":12')
  const mended = await run('verify', '--repair')
  expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining('1 problems, 1 mended')])
  const { exitCode, stdout } = await run('verify', '--json')
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ left: [], stoppedAt: null })])
})

test('verify goes on from a place, and tells wrong usage', async () => {
  const { run, spoil } = await ground()
  await spoil()
  expect((await run('verify', '--from', 'post-numbers:')).exitCode).toBe(0)
  expect((await run('verify', '--from', 'person-numbers:')).exitCode).toBe(3)
  for (const args of [['mend'], [], ['verify', '--from', 'nowhere:x'], ['verify', '--org', `${ORG}-not`]])
    expect((await run(...args)).exitCode).toBe(2)
})
