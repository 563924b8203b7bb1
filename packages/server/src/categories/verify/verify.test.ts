import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { formerPlaces, topics, trees } from '../collections.ts'
import type { Topic, Truth } from '../model.ts'
import { BY_ADMIN, idOf, MAIN, treeGround, type TreeGround, topicsOn } from '../testing/ground.ts'
import { DAMAGES, type TreeCheck, type VerifyNeeds } from './damage.ts'
import { repairTree } from './repair.ts'
import { verifyTree } from './verify.ts'

/** a/b/c, a/d (ref), e, x merged into e (restored nothing), y under a, deleted; d was once called old. */
async function plant({ topics: service }: TreeGround): Promise<void> {
  const plants: [string, string | null][] = [
    ['A', null],
    ['B', 'k1'],
    ['C', 'k2'],
    ['D', 'k1'],
    ['E', null],
    ['X', null],
    ['Y', 'k1'],
  ]
  for (const [name, parent] of plants)
    await service.create(BY_ADMIN, 'main', { name, parent: parent === null ? null : idOf(parent), ref: `ref:${name}` })
  await service.revise(BY_ADMIN, idOf('k4'), { change: { name: 'Dee' } })
  await service.merge(BY_ADMIN, idOf('k6'), idOf('k5'))
  await service.retire(BY_ADMIN, idOf('k7'), { how: 'cascade', to: null })
}

const everything = async (needs: VerifyNeeds): Promise<string[]> => {
  const found: string[] = []
  for await (const { kind, document } of verifyTree(needs, MAIN))
    found.push(`${kind} ${document.replace(`${MAIN}~`, '')}`)
  return found
}

type Injury = { what: string; kinds: string[]; set: Record<string, Partial<Truth & Topic>> }

const gone = (heir: string | null) => ({ retired: { at: '2026-01-01T00:00:00.000Z', operation: 'o', heir } })

const INJURIES: readonly Injury[] = [
  { what: 'wrong ancestors', kinds: ['derived k3'], set: { k3: { ancestors: ['k2', 'k1'] } } },
  { what: 'a wrong path', kinds: ['derived k3'], set: { k3: { path: 'a/c' } } },
  { what: 'a wrong depth', kinds: ['derived k3'], set: { k3: { depth: 7 } } },
  { what: 'wrong ancestors of a retired one', kinds: ['derived k7'], set: { k7: { ancestors: [] } } },
  { what: 'a missing parent', kinds: ['parent-missing k3'], set: { k3: { parent: 'nobody' } } },
  { what: 'a circle', kinds: ['circle k1', 'circle k2'], set: { k1: { parent: 'k2' } } },
  { what: 'a topic under itself', kinds: ['circle k5'], set: { k5: { parent: 'k5' } } },
  { what: 'two of one slug', kinds: ['slug-taken k4'], set: { k4: { slug: 'b', path: 'a/b' } } },
  { what: 'no slug', kinds: ['slug-unfit k4'], set: { k4: { slug: '', path: 'a/' } } },
  { what: 'equal orders', kinds: ['order k4'], set: { k2: { order: 'a0' }, k4: { order: 'a0' } } },
  { what: 'an order that is none', kinds: ['order k4'], set: { k4: { order: '!' } } },
  { what: 'a live one under a retired one', kinds: ['under-retired k3'], set: { k2: gone('k4') } },
  { what: 'live ones under one that went without an heir', kinds: ['under-retired k3'], set: { k2: gone(null) } },
  { what: 'an heir that is not there', kinds: ['heir k6'], set: { k6: gone('nobody') } },
  { what: 'heirs in a circle', kinds: ['heir k6', 'heir k7'], set: { k6: gone('k7'), k7: gone('k6') } },
  { what: 'a version beyond that of the tree', kinds: ['version k3'], set: { k3: { version: 99 } } },
  { what: 'two of one reference', kinds: ['ref-taken k5'], set: { k5: { ref: 'ref:A' } } },
]

describeEngines('verify and repair', (engine) => {
  let ground: TreeGround
  let needs: VerifyNeeds
  let ids = 0
  beforeAll(async () => {
    ground = await treeGround(engine.open)
    await plant(ground)
    needs = { store: ground.store, topics: ground.topics, newId: () => `repair-${++ids}` }
  })
  afterAll(() => ground.close())

  const injure = async (key: string, set: Injury['set'][string]): Promise<void> =>
    void (await ground.store.collection(topics).update({ _id: idOf(key) }, { $set: set }))

  const expectMended = async (kinds: readonly string[]): Promise<void> => {
    const found = await everything(needs)
    for (const kind of kinds) expect(found).toContain(kind)
    const { mended, left } = await repairTree(needs, MAIN)
    expect(mended.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds.map((one) => one.split(' ')[0])))
    expect(left).toEqual([])
    expect(await everything(needs)).toEqual([])
    const fresh = await topicsOn(ground.store, 'fresh').snapshots.of(MAIN)
    expect((await ground.topics.snapshots.of(MAIN)).topics).toEqual(fresh.topics)
  }

  it('finds nothing in a tree that is right, and changes nothing there', async () => {
    expect(await everything(needs)).toEqual([])
    const before = await ground.store.collection(trees).get(MAIN)
    expect(await repairTree(needs, MAIN)).toEqual({ mended: [], left: [] })
    expect(await ground.store.collection(trees).get(MAIN)).toEqual(before)
  })

  describe('finds and mends', () => {
    for (const { what, kinds, set } of INJURIES)
      it(`${what}`, async () => {
        for (const [key, change] of Object.entries(set)) await injure(key, change)
        await expectMended(kinds)
        // The next has the tree as it was planted, but for what had to go.
        await ground.close()
        ground = await treeGround(engine.open)
        await plant(ground)
        needs = { ...needs, store: ground.store, topics: ground.topics }
      })

    it('no order, and no version', async () => {
      const untyped = ground.store.collection(topics)
      await untyped.update({ _id: idOf('k4') }, { $unset: { order: '' } } as never)
      await untyped.update({ _id: idOf('k5') }, { $unset: { version: '' } } as never)
      await expectMended(['order k4', 'version k5'])
    })

    it.each([
      ['no languages', { $unset: { locales: '' } }, { locales: {} }],
      ['languages without names', { $set: { locales: { de: { slug: 'd' }, fr: 5 } } }, { locales: {} }],
      ['no name', { $set: { name: null } }, { name: 'dee' }],
      ['no parent, not even none', { $unset: { parent: '' } }, { parent: null }],
      ['nobody knows who sees it', { $set: { visibility: 'all', roles: 'all' } }, { visibility: 'roles', roles: [] }],
      ['retired, nobody knows how', { $set: { retired: true } }, { retired: { operation: '', heir: null } }],
      ['numbers that are none', { $set: { rev: 'x', since: null } }, { since: 1 }],
    ])('members of a topic that are not what they must be: %s', async (_, change, after) => {
      await ground.store.collection(topics).update({ _id: idOf('k4') }, change as never)
      await expectMended(['unfit k4'])
      expect((await ground.topics.snapshots.of(MAIN)).get('k4')).toMatchObject(after)
      await ground.close()
      ground = await treeGround(engine.open)
      await plant(ground)
      needs = { ...needs, store: ground.store, topics: ground.topics }
    })

    it('an operation that nobody can read', async () => {
      await ground.store.collection(trees).update({ _id: MAIN }, { $set: { pending: { isWhat: true } } } as never)
      await expectMended([`unreadable ${MAIN}`])
    })

    it('former places of what is not there, and from times that never were', async () => {
      const formers = ground.store.collection(formerPlaces)
      const former = { tree: MAIN, topic: 'nobody', parent: null, slugs: ['z'], from: 1, until: 2 }
      await formers.insert({ ...former, _id: `${MAIN}~nobody.2`, name: 'nobody.2' })
      await formers.insert({ ...former, _id: `${MAIN}~k1.99`, name: 'k1.99', topic: 'k1', until: 99 })
      await formers.insert({ ...former, _id: `${MAIN}~k1.2`, name: 'k1.2', topic: 'k1', parent: 'nobody' })
      await expectMended(['former nobody.2', 'former k1.99', 'former k1.2'])
    })

    it('an operation that nobody finishes', async () => {
      const { version } = (await ground.store.collection(trees).get(MAIN)) ?? { version: 0 }
      const set = { slug: 'bee', since: version + 1, rev: 9 }
      const pending = {
        id: 'dead',
        version: version + 1,
        kind: 'changed' as const,
        at: '2026-01-01T00:00:00.000Z',
        changes: [{ key: 'k2', isNew: false, set }],
        formers: [],
        total: 2,
      }
      await ground.store.collection(trees).update({ _id: MAIN }, { $set: { pending } })
      await expectMended([`unfinished ${MAIN}`])
      expect((await ground.topics.snapshots.of(MAIN)).get('k3')?.path).toBe('a/bee/c')
    })

    it('everything at once', async () => {
      for (const { set } of INJURIES) for (const [key, change] of Object.entries(set)) await injure(key, change)
      await expectMended([])
    })
  })

  it('each kind of damage is injected above', () => {
    const injected = new Set([
      ...INJURIES.flatMap(({ kinds }) => kinds.map((one) => one.split(' ')[0])),
      'former',
      'unfinished',
      'unfit',
      'unreadable',
    ])
    expect(injected).toEqual(new Set(DAMAGES))
  })

  it('what else follows from a tree is looked at and mended with it', async () => {
    let isWrong = true
    const check: TreeCheck = {
      async *verify(tree) {
        if (isWrong) yield { kind: 'filed', tree, document: 'one', says: 'it is wrong' }
      },
      repair: async () => void (isWrong = false),
    }
    const { mended, left } = await repairTree({ ...needs, checks: [check] }, MAIN)
    expect([mended.map(({ kind }) => kind), left]).toEqual([['filed'], []])
  })
})
