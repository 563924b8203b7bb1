import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { type Comment, type Embedded, ORDERS } from '../../model.ts'
import { comment, slugsOf } from '../conformance/conversation.ts'
import { type Ground, sharedStore } from '../conformance/ground.ts'
import { commentAtPosition } from './position.ts'
import { DEEPEST, emptyEmbedded, MOST_BYTES, MOST_BYTES_GROWN, MOST_PLACES } from './writes.ts'

const ALL = { limit: 1000 }

async function stored({ discussions, place }: Ground): Promise<Embedded> {
  const discussion = await discussions.get(place.discussion)
  return discussion?.embedded[place.home] ?? emptyEmbedded()
}

const preset = (ground: Ground, fields: Partial<Embedded>): Promise<unknown> =>
  ground.discussions.update(
    { _id: ground.place.discussion },
    { $set: { embedded: { [ground.place.home]: { ...emptyEmbedded(), ...fields } } } },
  )

const seeing = async ({ discussions, place }: Ground): Promise<Ground['place']> => {
  const seen = await discussions.get(place.discussion)
  return seen === null ? place : { ...place, seen }
}

function chain(length: number): Comment[] {
  const said: Comment[] = []
  for (let at = 0; at < length; at++) said.push(comment(`c${at}`, { under: said.at(-1) ?? null, ms: at }))
  return said
}

describeEngines('embedded', (engine) => {
  const shared = sharedStore(engine)
  for (const order of ORDERS)
    describe(`in ${order} order`, () => {
      anyOrder(() => shared.open('embedded', order))
    })

  it('trap 3: one comment by its position is a slice of one', async () => {
    const { layout, place, discussions } = await shared.open('embedded', 'chronological')
    for (const part of ['a', 'b', 'c', 'd', 'e']) await layout.insert(place, comment(part), [])
    const at = async (...positions: number[]) => (await commentAtPosition(discussions, place, positions))?.slug
    expect([await at(0), await at(2), await at(4)]).toEqual(['a', 'c', 'e'])
    for (const nowhere of [[5], [-1], [0.5], [0, 0], []]) expect(await at(...nowhere)).toBeUndefined()
  })

  it('trap 3: one comment by the path of its position', async () => {
    const { layout, place, discussions } = await shared.open('embedded', 'threaded')
    const [b, a] = [comment('b'), comment('a')]
    const [y, x] = [comment('y', { under: a }), comment('x', { under: a })]
    const z = comment('z', { under: x })
    for (const each of [b, a, y, x, z]) await layout.insert(place, each, [])
    const at = (...positions: number[]) => commentAtPosition(discussions, place, positions)
    expect([await at(0), await at(1), await at(1, 0), await at(1, 1), await at(1, 1, 0)]).toEqual([b, a, y, x, z])
    for (const nowhere of [[2], [1, 2], [1, 0, 0], [0, 0], [1, -1]]) expect(await at(...nowhere)).toBeNull()
  })

  it('trap 6: positions do not shift when a comment is removed', async () => {
    for (const order of ORDERS) {
      const { layout, place, discussions } = await shared.open('embedded', order)
      for (const part of ['a', 'b', 'c']) await layout.insert(place, comment(part), [])
      await layout.change(place, 'a', () => ({ remove: true, events: [] }))
      expect(await commentAtPosition(discussions, place, [0])).toBeNull()
      expect((await commentAtPosition(discussions, place, [2]))?.slug).toBe('c')
      await layout.insert(place, comment('d'), [])
      expect((await commentAtPosition(discussions, place, [3]))?.slug).toBe('d')
    }
  })

  it('trap 6: a reply finds its parent by a position that was read before another comment was removed', async () => {
    const ground = await shared.open('embedded', 'threaded')
    const { layout, place } = ground
    const [a, b] = [comment('a'), comment('b')]
    for (const each of [a, b]) await layout.insert(place, each, [])
    const before = await seeing(ground)
    await layout.change(place, 'a', () => ({ remove: true, events: [] }))
    const reply = comment('r', { under: b })
    expect(await layout.insert(before, reply, [])).toBe('done')
    expect(await layout.list(place, 'threaded', ALL)).toEqual([b, reply])
  })

  it('trap 11: nests as deep as it may, and what is deeper has no room', async () => {
    const { layout, place } = await shared.open('embedded', 'threaded')
    const history = [{ text: 'before', at: '2026-01-01T00:00:00.000Z', by: 'u1' }]
    const said = chain(DEEPEST).map((each) => ({ ...each, history }))
    for (const each of said) expect(await layout.insert(place, each, [])).toBe('done')
    const last = said.at(-1) as Comment
    expect(await layout.insert(place, comment('deeper', { under: last }), [])).toBe('full')
    await layout.change(place, last.slug, () => ({ set: { text: 'edited' }, events: [] }))
    await layout.change(place, last.slug, () => ({ remove: true, events: [] }))
    expect(await layout.list(place, 'threaded', ALL)).toEqual(said.slice(0, -1))
  })

  it('counts the places that replies keep for what is not there', async () => {
    const ground = await shared.open('embedded', 'threaded')
    const said = chain(5)
    await preset(ground, { count: MOST_PLACES - 4 })
    expect(await ground.layout.insert(ground.place, said[4] as Comment, [])).toBe('full')
    expect(await ground.layout.insert(ground.place, said[3] as Comment, [])).toBe('done')
    expect((await stored(ground)).count).toBe(MOST_PLACES)
  })
})

function anyOrder(open: () => Promise<Ground>): void {
  it('begins where there is nothing yet, also for many at once', async () => {
    const ground = await open()
    const { layout, place, discussions } = ground
    await discussions.update({ _id: place.discussion }, { $set: { embedded: {} } })
    const said = Array.from({ length: 8 }, (_, at) => comment(`c${at}`))
    await Promise.all(said.map((each) => layout.insert(place, each, [])))
    expect(await layout.list(place, 'chronological', ALL)).toEqual(said)
    expect((await stored(ground)).count).toBe(8)
  })

  it('says that it is full at a thousand comments', async () => {
    const ground = await open()
    const { layout, place } = ground
    await preset(ground, { count: MOST_PLACES - 1 })
    expect(await layout.insert(place, comment('a'), [])).toBe('done')
    const seen = await seeing(ground)
    for (const from of [place, seen]) expect(await layout.insert(from, comment('b'), [])).toBe('full')
    expect(await layout.insert(place, comment('a'), [])).toBe('done')
    expect(slugsOf(await layout.list(place, 'threaded', ALL))).toEqual(['a'])
  })

  it('lets in only as many as there is room for, when many come at once', async () => {
    const ground = await open()
    await preset(ground, { count: MOST_PLACES - 3 })
    const said = Array.from({ length: 8 }, (_, at) => comment(`c${at}`))
    const answers = await Promise.all(said.map((each) => ground.layout.insert(ground.place, each, [])))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(3)
    expect(await ground.layout.list(ground.place, 'threaded', ALL)).toHaveLength(3)
  })

  it('says that it is full at a megabyte, and has room again when a comment is removed', async () => {
    const ground = await open()
    const { layout, place } = ground
    const text = 'ä'.repeat(MOST_BYTES / 8)
    const said = Array.from({ length: 4 }, (_, at) => comment(`c${at}`, { text, html: '' }))
    const answers: string[] = []
    for (const each of said) answers.push(await layout.insert(place, each, []))
    expect(answers).toEqual(['done', 'done', 'done', 'full'])
    await layout.change(place, 'c1', () => ({ remove: true, events: [] }))
    expect((await stored(ground)).bytes).toBeLessThan((MOST_BYTES / 4) * 2.1)
    expect(await layout.insert(place, said[3] as Comment, [])).toBe('done')
  })

  it('lets what is there grow a little further than what is new', async () => {
    const ground = await open()
    const { layout, place } = ground
    await layout.insert(place, comment('a'), [])
    await ground.discussions.update(
      { _id: place.discussion },
      { $set: { [`embedded.${place.home}.bytes` as 'embedded.h']: MOST_BYTES } },
    )
    expect(await layout.insert(place, comment('b'), [])).toBe('full')
    const edit = (text: string) => layout.change(place, 'a', () => ({ set: { text }, events: [] }))
    expect(await edit('longer than it was before')).toMatchObject({ written: 'done' })
    expect(await edit('x'.repeat(MOST_BYTES_GROWN))).toMatchObject({ written: 'full' })
    expect((await layout.get(place, ['a']))[0]?.text).toBe('longer than it was before')
  })

  it('does not take what was seen earlier for an answer', async () => {
    const ground = await open()
    const { layout, place } = ground
    const empty = await seeing(ground)
    const [a, b] = [comment('a'), comment('b', { under: comment('a') })]
    await layout.insert(place, a, [])
    expect(await layout.change(empty, 'a', () => null)).toEqual({ written: 'done', comment: a })
    expect(await layout.insert(empty, a, [])).toBe('done')
    expect(await layout.insert(empty, b, [])).toBe('done')
    const both = await seeing(ground)
    await layout.change(place, 'b', () => ({ remove: true, events: [] }))
    await layout.change(place, 'a', ({ votes }) => ({ set: { votes: { ...votes, up: 1 } }, events: [] }))
    const asked: number[] = []
    await layout.change(both, 'a', ({ votes }) => {
      asked.push(votes.up)
      return { set: { votes: { ...votes, up: votes.up + 1 } }, events: [] }
    })
    expect(asked).toEqual([0, 1])
    expect((await layout.get(place, ['a']))[0]?.votes.up).toBe(2)
  })

  it('reads what the caller has seen, and nothing more', async () => {
    const ground = await open()
    const { layout, place } = ground
    await layout.insert(place, comment('a'), [])
    const seen = await seeing(ground)
    await layout.insert(place, comment('b'), [])
    expect(slugsOf(await layout.list(seen, 'chronological', ALL))).toEqual(['a'])
    expect(await layout.get(seen, ['b'])).toEqual([null])
    expect(slugsOf(await layout.children(place, null, ALL))).toEqual(['a', 'b'])
  })

  it('brings nothing to a place that the discussion is not moving to', async () => {
    const { layout, target } = await open()
    const elsewhere = { ...target, home: 'elsewhere' }
    expect(await layout.put(elsewhere, comment('a'))).toBe('moved')
    await layout.put(target, comment('a'))
    await layout.drop({ ...target, discussion: 'none' }, 'a')
    expect(await layout.list(elsewhere, 'threaded', ALL)).toEqual([])
    expect(await layout.list(target, 'threaded', ALL)).toHaveLength(1)
  })

  it('keeps no text of a comment that was removed', async () => {
    const ground = await open()
    await ground.layout.insert(ground.place, comment('a', { text: 'secret', author: { id: 'u9', name: 'Nina' } }), [])
    await ground.layout.change(ground.place, 'a', () => ({ remove: true, events: [] }))
    expect(JSON.stringify(await stored(ground))).not.toMatch(/secret|Nina|u9/)
  })
}
