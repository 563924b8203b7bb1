import { join } from 'node:path'
import { openSqlite } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { canMount, fill, smallDisk } from '../../../../store/src/testing/torture/disks.ts'
import { collections } from '../../collections.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, stageOn } from './stage.fixtures.ts'

const FULL_MB = 32

it.skipIf(!canMount())(
  'A14: on a full disk (needs root) a comment is refused whole: nobody is told of it',
  async () => {
    const disk = smallDisk(FULL_MB)
    onTestFinished(disk.unmount)
    const file = join(disk.folder, 'palaver.db')
    const stage = await stageOn({ open: () => openSqlite({ file, collections }) })
    const device = await stage.browser('bob')
    await stage.say('ada', 'before @bob')
    await stage.settled()
    const { events } = stage.context.store
    const partition = events.partitionOf('main')
    const before = await events.lastSeq(partition)
    const giveBack = fill(disk)
    const text = `${'so much that it needs room '.repeat(100)} @bob`
    const refused: unknown[] = []
    while (refused.length < 3) await stage.say('ada', text).catch((error: unknown) => refused.push(error))
    const [told, there] = [await events.lastSeq(partition), await stage.context.comments.discussion(stage)]
    giveBack()
    await stage.settled()
    const said = told - before
    expect(refused.map(String)).toEqual(Array(3).fill(expect.stringContaining('No space is left')))
    expect([await stage.unread('bob'), device.got.length, there._id]).toEqual([1 + said, 1 + said, stage.discussion])
    await stage.say('ada', 'afterwards @bob')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    expect([await stage.unread('bob'), stage.mailsTo('bob').length]).toEqual([2 + said, 1])
  },
)

describeEngines('a clock that jumps', (engine) => {
  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour back', -HOUR_MS],
    ['to and fro', 0],
  ])('A15: %s: nothing is lost or told twice, and nothing is to complain of', async (_, jump) => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    for (let count = 1; count <= 4; count++) {
      stage.clock.now += jump === 0 ? (count % 2 === 0 ? HOUR_MS : -HOUR_MS) : jump
      await stage.say('ada', `number ${count}. @bob`)
      await stage.settled()
      expect([await stage.unread('bob'), device.got.length]).toEqual([count, count])
    }
    await stage.pass(DAY_MS)
    const texts = stage.mailsTo('bob').flatMap(({ text }) => text?.match(/number \d\./g) ?? [])
    expect(texts.toSorted()).toEqual(['number 1.', 'number 2.', 'number 3.', 'number 4.'])
    const warnings = stage.lines.filter((line) => Number(JSON.parse(line).level) >= 40)
    expect(warnings).toEqual([])
  })
})
