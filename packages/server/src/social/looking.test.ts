import type { Engine } from '@palaver/store'
import { expect, test } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import { actorOf, toAll, toChosen, toCircles, toFollowers, toPeople, villageOn } from './testing/village.ts'

/** Writes down what is asked of which collection of a database. */
function noting(engine: Engine, asked: string[]): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        asked.push(`${String(name)} ${String(given[0])}`)
        return Reflect.apply(member, target, given)
      }
    },
  })
}

test('what is hidden asks the database for the same as what never was, whoever it is for', async () => {
  const asked: string[] = []
  const v = await villageOn({ open: async (all) => noting(await sqliteInMemory.open(all), asked) })
  const { social, say } = v
  await social.circles.create(actorOf('ada'), { key: 'k', name: 'near' })
  await social.circles.add(actorOf('ada'), 'k', actorOf('cy').id)
  const posts: Record<string, string> = {
    followers: await say('ada', 'a', toFollowers),
    circles: await say('ada', 'b', toCircles),
    chosen: await say('ada', 'c', toChosen('k')),
    people: await say('ada', 'd', toPeople('cy')),
    deleted: await say('ada', 'e', toCircles),
    apart: await say('dee', 'f', toAll),
  }
  await social.delete(actorOf('ada'), posts['deleted'] ?? '')
  await v.block('dee', 'bob')
  await v.drained()
  const queriesFor = async (name: string | null, id: string): Promise<string[]> => {
    asked.length = 0
    await expect(social.post(v.viewerOf(name), id)).rejects.toMatchObject({ code: 'post-not-found' })
    return asked.toSorted()
  }
  for (const name of ['bob', null]) {
    const never = await queriesFor(name, 'never11111')
    expect(never.length).toBeGreaterThan(name === null ? 1 : 5)
    for (const [what, id] of Object.entries(posts))
      if (name !== null || what !== 'apart') expect([what, await queriesFor(name, id)]).toEqual([what, never])
  }
})
