import { describeEngines } from '../../../store/src/testing/suite.ts'
import { expect, it } from 'vitest'
import { actorOf, idOf, toChosen, toCircles, toFollowers, villageOn } from './testing/village.ts'

describeEngines('people and their posts', (engine) => {
  it('are seen by those whom they are for', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    const { key } = await v.social.circles.create(actorOf('ada'), { key: 'k1', name: 'A $dotted.name 🎈' })
    await v.social.circles.add(actorOf('ada'), key, idOf('cy'))
    const open = await v.say('ada', 'for all')
    const near = await v.say('ada', 'for followers', toFollowers)
    const circled = await v.say('ada', 'for circles', toCircles)
    const chosen = await v.say('ada', 'for one', toChosen(key))
    const seen = async (name: string | null) =>
      Promise.all([open, near, circled, chosen].map((post) => v.sees(name, post)))
    expect(await seen('ada')).toEqual([true, true, true, true])
    expect(await seen('bob')).toEqual([true, true, false, false])
    expect(await seen('cy')).toEqual([true, false, true, true])
    expect(await seen(null)).toEqual([true, false, false, false])
    await v.drained()
    expect(await v.news('bob')).toEqual(['for followers', 'for all'])
    expect(await v.wall('cy', 'ada')).toEqual(['for one', 'for circles', 'for all'])
  })

  it('part when one blocks the other', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    await v.say('ada', 'hello')
    await v.block('ada', 'bob')
    expect(await v.news('bob')).toEqual([])
    expect(await v.wall('bob', 'ada')).toEqual([])
    await v.unblock('ada', 'bob')
    await v.drained()
    expect(await v.news('bob')).toEqual([])
    expect(await v.wall('bob', 'ada')).toEqual(['hello'])
    expect(await v.social.needs.personNumbers.get(idOf('ada'))).toMatchObject({ followers: 0 })
  })
})
