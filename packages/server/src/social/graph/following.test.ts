import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { actorOf, idOf, villageOn } from '../testing/village.ts'
import { copied } from './following.ts'

const pair = { follower: idOf('bob'), followee: idOf('ada') }

describeEngines('the other side of an edge', (engine) => {
  it('is not brought back by who read the edge before it was gone', async () => {
    const v = await villageOn(engine)
    const { follows, followers } = v.social.needs
    await v.follow('bob', 'ada')
    await v.drained()
    const before = await follows.get(`${pair.follower}~${pair.followee}`)
    await v.unfollow('bob', 'ada')
    await v.drained()
    let isFirst = true
    const get: typeof follows.get = (id) => {
      const answer = isFirst ? Promise.resolve(before) : follows.get(id)
      isFirst = false
      return answer
    }
    expect(await copied({ follows: withMembers(follows, { get }), followers }, pair)).toBe(false)
    expect(await followers.get(`${pair.followee}~${pair.follower}`)).toBeNull()
  })

  it('C8.2: ends with a block, also one that was taken back before anybody noticed; what begins later stays', async () => {
    const v = await villageOn(engine)
    const { follows } = v.social.needs
    for (const [one, other] of [
      ['bob', 'ada'],
      ['cy', 'ada'],
    ] as const)
      await v.follow(one, other)
    await v.drained()
    // Whoever blocked died before parting.
    await v.people.relations.add(actorOf('ada'), 'block', idOf('bob'))
    await v.people.relations.remove(actorOf('ada'), 'block', idOf('bob'))
    await v.follow('ada', 'bob')
    await v.drained()
    const edges = await Promise.all(
      [`${idOf('bob')}~${idOf('ada')}`, `${idOf('ada')}~${idOf('bob')}`].map((id) => follows.get(id)),
    )
    expect(edges).toMatchObject([null, { state: 'follows' }])
  })

  it('C8.7: leaves the circles of who was blocked alone, and takes whom they blocked out of theirs', async () => {
    const v = await villageOn(engine)
    for (const name of ['ada', 'bob']) await v.social.circles.create(actorOf(name), { key: 'k', name: 'near' })
    await v.social.circles.add(actorOf('ada'), 'k', idOf('bob'))
    await v.social.circles.add(actorOf('bob'), 'k', idOf('ada'))
    await v.follow('bob', 'ada')
    await v.block('ada', 'bob')
    await v.drained()
    expect(await v.social.circles.with(actorOf('ada'), idOf('bob'))).toEqual([])
    expect(await v.social.circles.with(actorOf('bob'), idOf('ada'))).toEqual(['k'])
  })
})
