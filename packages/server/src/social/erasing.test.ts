import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { people as allPeople, relations } from '../accounts/collections.ts'
import { accountPlaces } from '../accounts/erasing.ts'
import { eventsPlace } from '../personal/events-place.ts'
import { startErasing } from '../personal/run.ts'
import type { PersonalPlace } from '../personal/service.ts'
import { socialCollections } from './collections.ts'
import { actorOf, idOf, ORG, toAll, toChosen, toPeople, type Village, villageOn } from './testing/village.ts'
import { verifySocial } from './verify/verify.ts'

const log = pino({ level: 'silent' })
const ADMIN = actorOf('root', 'admin')
const SECRET = 'qqsecretqq'

const placesOf = ({ store, social }: Village): PersonalPlace[] => [
  ...accountPlaces({ people: store.collection(allPeople), relations: store.collection(relations) }),
  ...social.personalPlaces(),
  eventsPlace(store.events),
]

/** Everything that Ada may have: she is `ada`, and her words have `SECRET` in them. */
async function lives(engine: Parameters<typeof villageOn>[0]) {
  const v = await villageOn(engine, ['ada', 'bob', 'cy', 'dee', 'root'])
  const { social } = v
  await social.people.reviseProfile(actorOf('ada'), { name: `Ada ${SECRET}`, bio: SECRET, wall: 'everyone' }, null)
  await v.follow('bob', 'ada')
  await v.follow('ada', 'bob')
  await v.follow('ada', 'cy')
  await social.circles.create(actorOf('ada'), { key: 'k1', name: `Circle ${SECRET}` })
  await social.circles.add(actorOf('ada'), 'k1', idOf('cy'))
  await social.circles.create(actorOf('bob'), { key: 'k2', name: 'Circle of Bob' })
  await social.circles.add(actorOf('bob'), 'k2', idOf('ada'))
  const link = `https://x.example/${SECRET}`
  const own = await v.say('ada', `first ${SECRET}`, toAll, { link })
  await social.revise(actorOf('ada'), own, { text: `second ${SECRET}` })
  await v.say('ada', `for a circle ${SECRET}`, toChosen('k1'))
  await v.say('ada', `for Dee ${SECRET}`, toPeople('dee'))
  const poll = { choices: ['yes', 'no'], isMultiple: false, seconds: 60_000_000 }
  const bobs = await v.say('bob', 'Vote', toAll, { poll })
  await social.react(actorOf('ada'), bobs, 'like')
  await social.react(actorOf('cy'), bobs, 'heart')
  await social.vote(actorOf('ada'), bobs, [1])
  await social.vote(actorOf('cy'), bobs, [0])
  await social.repost(actorOf('ada'), bobs, toAll)
  await social.react(actorOf('bob'), own, 'like')
  const onWall = await v.say('bob', 'Hello Ada', toAll, { wall: idOf('ada') })
  await social.mutedWords.set(actorOf('ada'), [{ word: SECRET, until: null }])
  await v.people.relations.mute(actorOf('ada'), idOf('dee'), new Date(v.clock.now + 1e9).toISOString())
  await v.drained()
  return { ...v, own, bobs, onWall }
}

/** All that is stored, as text. */
async function everything({ store }: Village): Promise<string> {
  const found: unknown[] = []
  for (const spec of [allPeople, relations, ...socialCollections])
    for await (const { doc } of store.collection(spec as typeof allPeople).scan()) found.push([spec.name, doc])
  await store.events.settle()
  const partition = store.events.partitionOf(ORG)
  for (let after = 0; ;) {
    const events = await store.events.read({ partition, after, limit: 500 })
    found.push(...events)
    if (events.length === 0) return JSON.stringify(found)
    after = events.at(-1)?.seq ?? after
  }
}

const startOn = (v: Village) => startErasing({ ...v, places: placesOf(v), log })

async function erased(v: Village): Promise<void> {
  const consumer = startOn(v)
  for (let round = 0; round < 3; round++) {
    await v.drained()
    await consumer.drained()
  }
}

describeEngines('a person who leaves', (engine) => {
  it('C8.12: has everything in an archive, by the names of others, and nothing that is theirs', async () => {
    const v = await lives(engine)
    const archive: Record<string, unknown[]> = {}
    for (const { name, items } of placesOf(v)) {
      if (items === undefined) continue
      archive[name] = []
      for await (const item of items({ org: ORG, id: idOf('ada') })) archive[name].push(item)
    }
    expect(archive['profile']).toMatchObject([
      { name: `Ada ${SECRET}`, hostName: 'ada', bio: SECRET, wall: 'everyone' },
    ])
    expect(archive['following and followers']).toMatchObject([
      { how: 'you follow', person: 'cy' },
      { how: 'you follow', person: 'bob' },
      { how: 'follows you', person: 'bob' },
    ])
    expect(archive['circles']).toMatchObject([{ name: `Circle ${SECRET}`, people: ['cy'] }])
    expect(archive['posts']).toMatchObject([
      { kind: 'repost', of: v.bobs },
      { text: `for Dee ${SECRET}`, for: 'people', people: ['dee'] },
      { text: `for a circle ${SECRET}`, for: 'chosen', circles: [`Circle ${SECRET}`] },
      { text: `second ${SECRET}`, earlier: [{ text: `first ${SECRET}` }], link: `https://x.example/${SECRET}` },
    ])
    expect(archive['reactions and votes']).toMatchObject([{ post: v.bobs, reaction: 'like', votes: [1] }])
    expect(archive['written on your wall by others']).toMatchObject([{ person: 'bob', state: 'waiting' }])
    expect(archive['muted words']).toEqual([{ word: SECRET, until: null }])
    expect(archive['mutes and blocks']).toMatchObject([{ kind: 'mute', person: 'dee', until: expect.any(String) }])
    expect(JSON.stringify(archive)).not.toContain('Circle of Bob')
    expect(JSON.stringify(archive)).not.toContain('Hello Ada')
  })

  it('C8.12: leaves nothing, and what they gave is counted no longer', async () => {
    const v = await lives(engine)
    expect(await everything(v)).toContain(SECRET)
    await v.people.erase(actorOf('ada'), idOf('ada'))
    await erased(v)
    const left = await everything(v)
    expect(left).not.toContain(SECRET)
    const { needs } = v.social
    expect(await needs.postNumbers.get(v.bobs)).toMatchObject({
      reactions: { heart: 1 },
      votes: [1, 0],
      voters: 1,
      reposts: 0,
    })
    expect(await needs.personNumbers.get(idOf('bob'))).toMatchObject({ followers: 0, following: 0 })
    expect(await needs.personNumbers.get(idOf('ada'))).toMatchObject({ followers: 0, following: 0, posts: 0, open: 0 })
    expect(await needs.memberships.find({ where: { member: idOf('ada') }, limit: 10 })).toMatchObject({ docs: [] })
    expect(await needs.circles.get(idOf('ada'))).toBeNull()
    expect(await v.sees('bob', v.onWall)).toBe(true)
    expect(await v.sees('cy', v.onWall)).toBe(false)
    expect(await v.sees('bob', v.own)).toBe(false)
    const everybody = v.store.collection(allPeople)
    expect(await verifySocial({ ...v, everybody }, { repair: false })).toMatchObject({ left: [] })
    await expect(v.people.tell({ org: ORG, hostId: 'ada', name: 'ada' }, v.clock.now)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('leaves nothing of what was under way when they were erased', async () => {
    const v = await lives(engine)
    const consumer = startOn(v)
    const under = [
      v.say('ada', `late ${SECRET}`),
      v.follow('ada', 'dee'),
      v.follow('dee', 'ada'),
      v.social.react(actorOf('ada'), v.bobs, 'heart'),
      v.social.circles.create(actorOf('ada'), { key: 'k3', name: SECRET }),
      v.social.circles.add(actorOf('bob'), 'k2', idOf('ada')),
      v.social.mutedWords.set(actorOf('ada'), [{ word: SECRET, until: null }]),
      v.social.people.reviseProfile(actorOf('ada'), { bio: `late ${SECRET}` }, null),
    ]
    await Promise.allSettled([...under, v.people.erase(actorOf('ada'), idOf('ada'))])
    // Requests whose token was looked at before go on for a moment. The circle of before may be there still.
    await v.social.circles.create(actorOf('ada'), { key: 'k4', name: `${SECRET} again` })
    await v.social.mutedWords.set(actorOf('ada'), [{ word: SECRET, until: null }])
    await vi.waitFor(
      async () => {
        await v.drained()
        await consumer.drained()
        expect(await everything(v)).not.toContain(SECRET)
        const { docs } = await v.social.needs.follows.find({
          where: { follower: idOf('dee'), state: 'follows' },
          limit: 9,
        })
        expect(docs).toEqual([])
      },
      { timeout: 30_000 },
    )
  })

  it('C8.12: is kept where an admin says so, until that is lifted', async () => {
    const v = await villageOn(engine, ['ada', 'root'])
    await v.people.hold(ADMIN, idOf('ada'), 'A court has asked.')
    await v.people.hold(ADMIN, idOf('ada'), 'A court has asked.')
    for (const by of [actorOf('ada'), ADMIN])
      await expect(v.people.erase(by, idOf('ada'))).rejects.toMatchObject({ code: 'on-hold' })
    expect(await v.people.isErased({ org: ORG, id: idOf('ada') })).toBe(false)
    await v.people.hold(ADMIN, idOf('ada'), null)
    await v.people.erase(actorOf('ada'), idOf('ada'))
    expect(await v.people.isErased({ org: ORG, id: idOf('ada') })).toBe(true)
    await expect(v.people.hold(ADMIN, idOf('ada'), 'late')).rejects.toMatchObject({ code: 'person-not-found' })
    await v.store.events.settle()
    const events = await v.store.events.read({ partition: v.store.events.partitionOf(ORG), after: 0, limit: 100 })
    expect(events.filter(({ type }) => type === 'person').map(({ op }) => op)).toEqual(['held', 'released', 'erased'])
  })
})
