import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { type Asking, isRandomId, personOf } from './person.ts'

const ADA: Actor = { org: 'org1', id: 'ada', name: 'Ada', role: 'member', kind: 'person' }
const RANDOM = 'V1StGXR8_Z5jdHi6B-myT9'
const agreed: Asking = { org: 'org1', actor: ADA, random: null, consent: true, gpc: false }

/** Says what it was asked, so that it shows when nothing was. */
const asking = (changes: Partial<Asking>) => {
  const asked: string[] = []
  const profiles = { idOf: (org: string, name: string) => (asked.push(`${org} ${name}`), `#${org} ${name}`) }
  return { person: personOf(profiles, { ...agreed, ...changes }), asked }
}

describe('whose profile it is', () => {
  it.for<[string, Partial<Asking>, string | null]>([
    ['who signed in and agreed', {}, '#org1 p:ada'],
    ['who signed in, whatever the page calls them', { random: RANDOM }, '#org1 p:ada'],
    ['nobody, with a random id', { actor: null, random: RANDOM }, `#org1 r:${RANDOM}`],
    ['nobody, with no id', { actor: null }, null],
    ['a guest', { actor: { ...ADA, kind: 'guest' } }, null],
    ['a guest with a random id', { actor: { ...ADA, kind: 'guest' }, random: RANDOM }, `#org1 r:${RANDOM}`],
    ['a server', { actor: { ...ADA, kind: 'server' } }, null],
    ['a server that tells a random id', { actor: { ...ADA, kind: 'server' }, random: RANDOM }, `#org1 r:${RANDOM}`],
    ['somebody of another org', { org: 'org2' }, null],
    ['an id that is no random one', { actor: null, random: 'ada@example.org' }, null],
  ])('%s', ([, changes, expected]) => {
    expect(asking(changes).person).toBe(expected)
  })

  it.for<[string, Partial<Asking>]>([
    ['Sec-GPC: 1', { gpc: true }],
    ['no consent', { consent: false }],
    ['consent that is not said', { consent: undefined as unknown as boolean }],
    ['consent that is only something', { consent: 'no' as unknown as boolean }],
  ])('B8.11: is nobody with %s, signed in or not', ([, changes]) => {
    for (const who of [{}, { random: RANDOM }, { actor: null, random: RANDOM }])
      expect(asking({ ...who, ...changes })).toEqual({ person: null, asked: [] })
  })
})

describe('a random id', () => {
  it('is one that a page can make', () => {
    for (let time = 0; time < 1_000; time++) {
      expect(isRandomId(randomUUID())).toBe(true)
      expect(isRandomId(randomBytes(16).toString('base64url'))).toBe(true)
    }
  })

  it.for([
    '',
    'ada',
    'ada@example.org',
    'x'.repeat(40),
    '1'.repeat(22),
    `${RANDOM} `,
    RANDOM.slice(1),
    RANDOM.repeat(3),
  ])('is not “%s”', (id) => {
    expect(isRandomId(id)).toBe(false)
  })
})
