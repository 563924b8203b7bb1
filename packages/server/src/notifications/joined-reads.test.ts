import { describe, expect, it } from 'vitest'
import { joinedReads } from './joined-reads.ts'

type Doc = { _id: string; text: string }

function collectionOf(ids: readonly string[]) {
  const docs = new Map(ids.map((_id) => [_id, { _id, text: 'before' }]))
  const asked: string[][] = []
  const read = (names: string[]): Doc[] => {
    asked.push(names)
    return names.flatMap((name) => docs.get(name) ?? [])
  }
  const find = async ({ where }: { where?: unknown }) => {
    const { _id } = where as { _id: { $in: string[] } }
    // In another order than they were asked for.
    return { docs: read(_id.$in).toReversed(), next: null, examined: 0 }
  }
  const get = async (id: string): Promise<Doc | null> => read([id])[0] ?? null
  const collection = { find, get } as unknown as Parameters<typeof joinedReads<Doc>>[0]
  return { collection, docs, asked }
}

describe('what many ask for in one go', () => {
  it('is read with one query, and each gets what they asked for, in their order', async () => {
    const { collection, asked } = collectionOf(['a', 'b', 'c'])
    const [one, two, three] = await Promise.all([
      joinedReads(collection).all(['b', 'a', 'x']),
      joinedReads(collection).get('b'),
      Promise.resolve().then(() => joinedReads(collection).all(['c'])),
    ])
    expect([one.map(({ _id }) => _id), two?._id, three.map(({ _id }) => _id)]).toEqual([['b', 'a'], 'b', ['c']])
    expect(asked).toEqual([['b', 'a', 'x', 'c']])
  })

  it('is read after the last of them has asked', async () => {
    const { collection, docs } = collectionOf(['a'])
    const first = joinedReads(collection).get('a')
    docs.set('a', { _id: 'a', text: 'after' })
    const second = joinedReads(collection).get('a')
    expect([(await first)?.text, (await second)?.text]).toEqual(['after', 'after'])
    docs.set('a', { _id: 'a', text: 'later' })
    expect((await joinedReads(collection).get('a'))?.text).toBe('later')
  })

  it('is asked for a hundred at a time', async () => {
    const ids = Array.from({ length: 250 }, (_, number) => `id${number}`)
    const { collection, asked } = collectionOf(ids)
    expect((await joinedReads(collection).all(ids)).map(({ _id }) => _id)).toEqual(ids)
    expect(asked.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('fails for all of them where it cannot be read, and not for those who ask later', async () => {
    const { collection, asked } = collectionOf(['a'])
    const get = collection.get
    collection.get = () => Promise.reject(new Error('away'))
    const all = await Promise.allSettled([joinedReads(collection).get('a'), joinedReads(collection).get('a')])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    collection.get = get
    expect(await joinedReads(collection).get('a')).toEqual({ _id: 'a', text: 'before' })
    expect(asked).toHaveLength(1)
  })
})
