import { describe, expect, it } from 'vitest'
import { JsonList, jsonOf } from './json-list.ts'

const comment = { html: '<p>"list"</p>', names: ['é', '\u0000', '\u{1F600}'], votes: { up: 1 } }
const list = new JsonList<typeof comment>([JSON.stringify(comment), '{"b":[]}'])
const plain = [comment, { b: [] }]

describe('a list that is JSON already', () => {
  it('is written as if its items were objects', () => {
    const page = (latest: unknown) => ({ posts: [{ of: { latest, a: 1 }, latest, mine: { x: '' } }, { latest: [] }] })
    const wanted = JSON.stringify(page(plain))
    expect(jsonOf(page(list))).toBe(wanted)
    expect(JSON.stringify(page(list))).toBe(wanted)
    expect(jsonOf(list)).toBe(JSON.stringify(plain))
    expect(jsonOf({ none: new JsonList([]) })).toBe('{"none":[]}')
    expect(list.length).toBe(2)
  })

  it('leaves all else as JSON.stringify writes it', () => {
    for (const value of [null, 1, 'a', [], {}, { a: undefined, b: [undefined] }, new Date(0)])
      expect(jsonOf(value)).toBe(JSON.stringify(value))
  })

  it('is no other list after one that could not be written', () => {
    const failing = { list, toJSON: () => ({ list, more: 1n }) }
    expect(() => jsonOf(failing)).toThrow(TypeError)
    expect(JSON.stringify({ list })).toBe(JSON.stringify({ list: plain }))
    expect(jsonOf({ list })).toBe(JSON.stringify({ list: plain }))
  })
})
