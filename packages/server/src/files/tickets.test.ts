import { createStore, openSqlite } from '@palaver/store'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fileCollections, filesKeys } from './collections.ts'
import { NOON } from './files.fixtures.ts'
import { filesKey, PhotoTickets } from './tickets.ts'

const HOUR_MS = 60 * 60_000
const KEY = { _id: 'photos', key: Buffer.alloc(32, 1).toString('base64url'), place: 'x' }
const ANN = { org: 'org1', id: 'ann' }

function tickets(key = KEY) {
  const clock = { now: NOON }
  return { clock, it: new PhotoTickets(key, () => clock.now) }
}

test('says for whom it is, whatever they are called', () => {
  const { it } = tickets()
  expect(it.read('p', it.issue('p', null))).toBeNull()
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (org, id) => {
      const ticket = it.issue('p', { org, id })
      expect(it.read('p', ticket)).toEqual({ org, id })
      expect(encodeURIComponent(ticket)).toBe(ticket)
    }),
  )
})

test('is the same all day, and good for two days at most', () => {
  const { it, clock } = tickets()
  const ticket = it.issue('p', ANN)
  clock.now += 11 * HOUR_MS
  expect(it.issue('p', ANN)).toBe(ticket)
  clock.now += 2 * HOUR_MS
  expect(it.issue('p', ANN)).not.toBe(ticket)
  clock.now = NOON + 35 * HOUR_MS
  expect(it.read('p', ticket)).toEqual(ANN)
  clock.now = NOON + 36 * HOUR_MS
  expect(it.read('p', ticket)).toBeUndefined()
  clock.now = NOON - 12 * HOUR_MS - 60_000
  expect(it.read('p', ticket), 'of a node whose clock is a minute ahead').toEqual(ANN)
  clock.now = NOON - 13 * HOUR_MS
  expect(it.read('p', ticket), 'of tomorrow').toBeUndefined()
})

test('is not good for another photo, nor with another key, nor with anything in it changed', () => {
  const { it } = tickets()
  const ticket = it.issue('p', ANN)
  expect(it.read('q', ticket)).toBeUndefined()
  expect(tickets({ ...KEY, key: Buffer.alloc(32, 2).toString('base64url') }).it.read('p', ticket)).toBeUndefined()
  const [day = '', who = '', signature = ''] = ticket.split('.')
  const bob = Buffer.from('["org1","bob"]').toString('base64url')
  const [tomorrow] = [(Number.parseInt(day, 36) + 1).toString(36)]
  const forged = [
    `${day}.${bob}.${signature}`,
    `${day}..${signature}`,
    `${tomorrow}.${who}.${signature}`,
    `${day}.${who}.`,
    `${day}.${who}`,
    `${day}.${who}.${signature}A`,
    `${day}.${who}.${signature}.`,
    ` ${ticket}`,
    '',
    '..',
  ]
  for (const one of forged) expect(it.read('p', one), one).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(ticket.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = ticket.slice(0, at) + character + ticket.slice(at + 1)
      fc.pre(changed !== ticket)
      expect(it.read('p', changed)).toBeUndefined()
    }),
  )
  fc.assert(fc.property(fc.string(), (noise) => it.read('p', noise) === undefined))
})

test('the key is made once for a database, also by several who come at once', async () => {
  const store = createStore(await openSqlite({ file: ':memory:', collections: fileCollections }))
  onTestFinished(() => store.close())
  const keys = store.collection(filesKeys)
  const all = await Promise.all(Array.from({ length: 5 }, () => filesKey(keys)))
  expect(new Set(all.map(({ key, place }) => `${key} ${place}`)).size).toBe(1)
  expect(await filesKey(keys)).toEqual(all[0])
})
