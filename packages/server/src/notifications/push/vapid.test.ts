import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { createStore } from '@palaver/store'
import { pushCollections, pushKeys } from './collections.ts'
import { Keys } from './keys.ts'
import type { PushKey } from './model.ts'
import { verifiedVapid } from './testing/verify-vapid.ts'
import { Vapid } from './vapid.ts'

/** RFC 8292, section 2.4, in one line. */
const EXAMPLE =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
const ENDPOINT = 'https://push.example.net/send/abc'
const HOUR = 3_600_000

describeEngines('the keys of Web Push', (engine) => {
  async function opened() {
    const store = createStore(await engine.open(pushCollections))
    const clock = { now: Date.UTC(2026, 0, 1) }
    const keys = (): Keys => new Keys({ keys: store.collection(pushKeys), now: () => clock.now })
    return { store, clock, keys }
  }

  it('J7: are made once, by whoever is first', async () => {
    const { store, keys } = await opened()
    const made = await Promise.all([keys().current(), keys().current(), keys().current()])
    expect(new Set(made.map((key) => key.publicKey)).size).toBe(1)
    expect(await keys().current()).toEqual(made[0])
    await store.close()
  })

  it('J7: after a rotation the old pair is still there for what was made with it, unless it is dropped', async () => {
    const { store, clock, keys } = await opened()
    const one = keys()
    const old = await one.current()
    const next = await keys().rotate()
    expect(await one.find(next.publicKey)).toEqual(next)
    expect(await one.find(old.publicKey)).toEqual(old)
    clock.now += HOUR
    expect(await one.current()).toEqual(next)
    const last = await keys().rotate({ dropOthers: true })
    clock.now += HOUR
    expect(await one.find(old.publicKey)).toBeNull()
    expect(await one.current()).toEqual(last)
    await store.close()
  })
})

async function aKey(): Promise<PushKey> {
  const { openSqlite } = await import('@palaver/store')
  const store = createStore(await openSqlite({ file: ':memory:', collections: pushCollections }))
  const key = await new Keys({ keys: store.collection(pushKeys), now: () => 0 }).current()
  await store.close()
  return key
}

describe('J5: who sends', () => {
  it('J1: the verifier of these tests takes the example of RFC 8292 and nothing that was changed', () => {
    expect(verifiedVapid(EXAMPLE).claims).toEqual({
      aud: 'https://push.example.net',
      exp: 1_453_523_768,
      sub: 'mailto:push@example.com',
    })
    expect(() => verifiedVapid(EXAMPLE.replace('.i3CY', '.i3CZ'))).toThrow('does not fit')
  })

  it('J5: is signed for the origin of the endpoint, for less than a day, with the contact', async () => {
    const key = await aKey()
    const clock = { now: Date.UTC(2026, 0, 1) }
    const vapid = new Vapid({ contact: 'mailto:ops@palaver.dev', now: () => clock.now })
    const header = vapid.authorization(ENDPOINT, key)
    const { claims, key: by } = verifiedVapid(header)
    expect(by).toBe(key.publicKey)
    expect(claims).toEqual({ aud: 'https://push.example.net', exp: expect.any(Number), sub: 'mailto:ops@palaver.dev' })
    expect(claims.exp * 1000 - clock.now).toBeGreaterThan(HOUR)
    expect(claims.exp * 1000 - clock.now).toBeLessThanOrEqual(24 * HOUR)
    expect(header.split('.')[0]).toBe(EXAMPLE.split('.')[0])
  })

  it('J5: the same is said for an hour, to each origin its own', async () => {
    const key = await aKey()
    const clock = { now: Date.UTC(2026, 0, 1) }
    const vapid = new Vapid({ contact: 'https://palaver.dev/contact', now: () => clock.now })
    const first = vapid.authorization(ENDPOINT, key)
    expect(vapid.authorization('https://push.example.net/another', key)).toBe(first)
    expect(verifiedVapid(vapid.authorization('https://other.example.net/x', key)).claims.aud).toBe(
      'https://other.example.net',
    )
    clock.now += HOUR
    expect(vapid.authorization(ENDPOINT, key)).not.toBe(first)
  })

  it.each(['mailto:me@localhost', 'mailto:me@box.local', 'https://a.invalid', 'http://a.org', 'me@a.org', 'mailto:a'])(
    'J5: %s is no contact, and says so at the start',
    (contact) => {
      expect(() => new Vapid({ contact, now: () => 0 })).toThrow('PALAVER_PUSH_CONTACT')
    },
  )
})
