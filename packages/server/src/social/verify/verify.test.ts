import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { people } from '../../accounts/collections.ts'
import { walls } from '../collections.ts'
import { actorOf, idOf, toFollowers, type Village, villageOn } from '../testing/village.ts'
import { type Verified, verifySocial } from './verify.ts'

const verify = ({ store, social }: Village, more: object = {}): Promise<Verified> =>
  verifySocial({ store, social, everybody: store.collection(people) }, { repair: false, ...more })

const kindsOf = ({ left }: Verified): string[] => [...new Set(left.map(({ kind }) => kind))].toSorted()

async function busyVillage(
  engine: Parameters<typeof villageOn>[0],
): Promise<Village & { post: string; repost: string }> {
  const v = await villageOn(engine)
  await v.follow('bob', 'ada')
  await v.follow('cy', 'ada')
  await v.follow('ada', 'cy')
  const post = await v.say('ada', 'for all')
  await v.say('ada', 'for followers', toFollowers)
  await v.social.react(actorOf('bob'), post, 'like')
  await v.social.react(actorOf('cy'), post, 'heart')
  const { post: again } = await v.social.repost(actorOf('bob'), post, { to: 'public', circles: [], people: [] })
  await v.social.circles.create(actorOf('ada'), { key: 'k1', name: 'Near' })
  await v.social.circles.add(actorOf('ada'), 'k1', idOf('dee'))
  await v.drained()
  return { ...v, post, repost: again._id }
}

describeEngines('verifying what follows from what people do', (engine) => {
  it('finds nothing where all is well', async () => {
    const v = await busyVillage(engine)
    expect(await verify(v)).toMatchObject({ left: [], mended: [], stoppedAt: null })
  })

  it('C8.8: finds each kind of drift, and mends it', async () => {
    const v = await busyVillage(engine)
    const { followers, personNumbers, postNumbers, circles, marks } = v.social.needs
    const rows = v.store.collection(walls)
    const [ada, bob] = [idOf('ada'), idOf('bob')]
    await followers.remove({ _id: `${ada}~${bob}` })
    await followers.insert({
      _id: `${bob}~${ada}`,
      org: 'org1',
      follower: ada,
      followee: bob,
      state: 'follows',
      at: '',
    })
    await rows.remove({ _id: `${ada}~${v.post}` })
    const stray = { org: 'org1', owner: bob, author: ada, posted: '', state: 'shown' as const, isOwn: false, rev: 1 }
    await rows.insert({ _id: `${bob}~${v.post}`, post: v.post, ...stray })
    await personNumbers.update({ _id: ada }, { $set: { followers: 40, posts: -1 } })
    await postNumbers.update({ _id: v.post }, { $set: { reactions: { like: 9 }, reposts: 7 } })
    await circles.update({ _id: ada }, { $set: { circles: [] } })
    await marks.update({ _id: `${bob}~${v.post}` }, { $set: { repost: 'never', at: '2020-01-01T00:00:00.000Z' } })
    const found = await verify(v)
    const all = ['follower-surplus', 'follower-wrong', 'mark-repost', 'membership']
    expect(kindsOf(found)).toEqual([...all, 'person-numbers', 'post-numbers', 'wall-surplus', 'wall-wrong'])
    const mended = await verify(v, { repair: true })
    expect([mended.left, mended.mendedCount > 0]).toEqual([[], true])
    expect(await verify(v)).toMatchObject({ left: [] })
    expect(await personNumbers.get(ada)).toMatchObject({ followers: 2, following: 1, posts: 2, open: 1 })
    expect(await postNumbers.get(v.post)).toMatchObject({ reactions: { like: 1, heart: 1 }, reposts: 1 })
    expect(await marks.get(`${bob}~${v.post}`)).toMatchObject({ repost: null, reaction: 'like' })
  })

  it('adds what comes after it has counted anew', async () => {
    const v = await busyVillage(engine)
    await v.social.needs.personNumbers.update({ _id: idOf('ada') }, { $set: { followers: 40 } })
    await verify(v, { repair: true })
    await v.follow('dee', 'ada')
    await v.drained()
    expect(await v.social.needs.personNumbers.get(idOf('ada'))).toMatchObject({ followers: 3 })
    expect(await verify(v)).toMatchObject({ left: [] })
  })

  it('stops where it is told to, and goes on from there', async () => {
    const v = await busyVillage(engine)
    await v.social.needs.personNumbers.update({ _id: idOf('ada') }, { $set: { followers: 40 } })
    let stops = 0
    let from: Verified['stoppedAt'] = null
    const found: string[] = []
    do {
      const part = await verify(v, { from, isStopped: () => true })
      found.push(...part.left.map(({ kind }) => kind))
      from = part.stoppedAt
      stops++
    } while (from !== null)
    expect(stops).toBeGreaterThan(4)
    expect(found).toEqual(['person-numbers'])
  })

  it('C8.8: numbers equal a recount after many things at once, while some go on, and are never negative', async () => {
    const names = ['ada', 'bob', 'cy', 'dee']
    const who = fc.constantFrom(...names)
    const act = fc.oneof(
      fc.record({ do: fc.constantFrom('follow', 'unfollow', 'block', 'unblock'), a: who, b: who }),
      fc.record({ do: fc.constantFrom('say', 'react', 'unreact', 'repost', 'delete'), a: who, b: who }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 30 }), async (acts) => {
        const v = await villageOn(engine, names)
        const posts = [await v.say('ada', 'first')]
        const run = async ({ do: what, a, b }: (typeof acts)[number]): Promise<void> => {
          const post = posts[(a.length + posts.length) % posts.length] ?? ''
          if (what === 'say') posts.push(await v.say(a, 'more'))
          if (what === 'react') await v.social.react(actorOf(a), post, 'like')
          if (what === 'unreact') await v.social.react(actorOf(a), post, null)
          if (what === 'repost') await v.social.repost(actorOf(a), post, { to: 'public', circles: [], people: [] })
          if (what === 'delete') await v.social.delete(actorOf(a), post)
          if (what === 'follow' || what === 'unfollow' || what === 'block' || what === 'unblock') await v[what](a, b)
        }
        const half = acts.length / 2
        await Promise.allSettled(acts.slice(0, half).map(run))
        await Promise.allSettled([...acts.slice(half).map(run), verify(v, { repair: true })])
        await v.drained()
        const { left } = await verify(v)
        expect(left.filter(({ kind }) => kind !== 'mark-repost')).toEqual([])
        for (const name of names) {
          const numbers = (await v.social.needs.personNumbers.get(idOf(name))) ?? {}
          expect(Object.values(numbers).filter((value) => typeof value === 'number' && value < 0)).toEqual([])
        }
      }),
      { numRuns: 5 },
    )
  })
})
