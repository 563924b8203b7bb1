import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import { profiles as allProfiles } from '../collections.ts'
import { candidateOf, cap, fills, nodeAlone, NOON, ORG, shows } from './profiles.fixtures.ts'
import { forgetRandom, profilePlaces } from './places.ts'

const RANDOM = 'V1StGXR8_Z5jdHi6B-myT9'
const RARE = candidateOf({ caps: [cap(5, 3600)] })

/** Ada signed in, Bob too, and somebody with a random id: each was shown something. */
async function shownToThree(engine: Parameters<typeof nodeAlone>[0]) {
  const alone = await nodeAlone(engine)
  const { node, store } = alone
  const [ada, bob, other] = [node.idOf(ORG, 'p:ada'), node.idOf(ORG, 'p:bob'), node.idOf(ORG, `r:${RANDOM}`)]
  const [first] = await fills(node, ada, { of: [RARE], places: 2 })
  const nonce = first?.nonce ?? ''
  await node.confirm(ada, nonce, NOON + 1_500)
  for (const person of [bob, other]) await shows(node, person, RARE)
  const left = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { doc } of store.collection(allProfiles).scan()) found.push(doc._id)
    return found.toSorted()
  }
  const [place] = profilePlaces(node)
  if (place === undefined) throw new Error('there is no place')
  return { ...alone, place, left, nonce, ada, bob, other }
}

async function itemsOf({ items }: PersonalPlace, whose: Whose): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of items?.(whose) ?? []) found.push(item)
  return found
}

describeEngines('what a person was shown', (engine) => {
  it('is theirs to have, in words that they can read', async () => {
    const { place } = await shownToThree(engine)
    const items = await itemsOf(place, { org: ORG, id: 'ada' })
    const names = { advertiser: 'a1', campaign: 'c1', creative: 'k1' }
    expect(items).toEqual([
      { ...names, at: '2026-01-10T12:00:01.500Z', seen: true },
      { ...names, at: '2026-01-10T12:00:00.000Z', seen: false },
    ])
    expect(await itemsOf(place, { org: 'org2', id: 'ada' })).toEqual([])
  })

  it('B8.11: goes when they are erased, and an impression that comes later brings nothing back', async () => {
    const { place, node, left, ada, bob, other, nonce } = await shownToThree(engine)
    const erasure = { org: ORG, id: 'ada', seq: 1, late: false }
    await place.erase(erasure)
    await place.erase(erasure)
    expect(await left()).toEqual([bob, other].toSorted())
    await node.confirm(ada, nonce, NOON + 2_000)
    expect(await left()).toEqual([bob, other].toSorted())
  })

  it('B8.11: goes when whoever has the random id says so, and only that', async () => {
    const { node, left, ada, bob } = await shownToThree(engine)
    expect(await forgetRandom(node, { org: 'org2', random: RANDOM })).toBe(false)
    expect(await forgetRandom(node, { org: ORG, random: 'ada' })).toBe(false)
    expect(await forgetRandom(node, { org: ORG, random: RANDOM })).toBe(true)
    expect(await left()).toEqual([ada, bob].toSorted())
  })

  it('holds nothing that says who they are', async () => {
    const { store } = await shownToThree(engine)
    const all: string[] = []
    for await (const { doc } of store.collection(allProfiles).scan()) all.push(JSON.stringify(doc))
    expect(all).toHaveLength(3)
    expect(all.join()).not.toMatch(new RegExp(`ada|bob|${RANDOM}|${ORG}`))
  })
})
