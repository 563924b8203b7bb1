import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { randomNumbers } from '../../../store/src/testing/protocol/random.ts'
import { Refusal } from '../api/refusal.ts'
import { marks, postNumbers } from './collections.ts'
import { Social } from './service.ts'
import { allOf, expectWhole } from './testing/recounting.ts'
import { actorOf, idOf, ORG, type Village, villageOn } from './testing/village.ts'

const NAMES = Array.from({ length: 12 }, (_, at) => `p${at}`)
const AT_ONCE = 50

/** One of many acts; those that are refused are refused. */
async function act({ people }: Village, social: Social, { random, posts }: { random: () => number; posts: string[] }) {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const [by, to] = [actorOf(one(NAMES)), idOf(one(NAMES))]
  const kind = random()
  if (kind < 0.4) return social.follow(by, to)
  if (kind < 0.6) return social.unfollow(by, to)
  if (kind < 0.65 && by.id !== to) {
    await people.relations.add(by, 'block', to)
    return social.part(ORG, by.id, to)
  }
  if (kind < 0.7) return people.relations.remove(by, 'block', to)
  return social.react(by, one(posts), one(['like', 'heart', null]))
}

describeEngines('many who act at the same time', (engine) => {
  it('C8.8: leave every number right, and every follow known from both sides', { timeout: 300_000 }, async () => {
    const most = Number(process.env['SOCIAL_ACTS'] ?? (engine.kind === 'sqlite' ? 10_000 : 600))
    const v = await villageOn(engine, NAMES)
    const posts = await Promise.all(NAMES.slice(0, 4).map((name) => v.say(name, 'hello')))
    const services = [v.social, ...[1, 2].map(() => new Social(v.options))]
    const random = randomNumbers(20_261_116)
    for (let done = 0; done < most; done += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          const social = services[at % services.length] ?? v.social
          await act(v, social, { random, posts }).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
        }),
      )
    await v.drained()
    await expectWhole(v.store)
    const given = await allOf(v.store, marks)
    for (const { _id, reactions } of await allOf(v.store, postNumbers))
      for (const reaction of ['like', 'heart']) {
        const count = given.filter((mark) => mark.post === _id && mark.reaction === reaction).length
        expect(reactions[reaction] ?? 0, `${reaction} of ${_id}`).toBe(count)
      }
  })
})
