import { expect, it, test, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { accountsOn } from './accounts.fixtures.ts'
import { newApiKeySchema, readKey } from './api-keys-model.ts'
import type { Scope } from '../api/actor.ts'

const SECOND = 1000
const all = { limit: 100, cursor: null }

describeEngines('API keys', (engine) => {
  const setUp = async () => {
    const ground = await accountsOn(engine)
    const { _id: org } = await ground.accounts.create('Mine')
    const make = (scopes: Scope[] = ['read'], name = 'Shop') => ground.accounts.apiKeys.create(org, { name, scopes })
    return { ...ground, org, make }
  }

  it('lets a server speak for its org, as far as its scopes go', async () => {
    const { accounts, org, make } = await setUp()
    const { key, id } = await make(['comments', 'people'])
    const actor = { org, id: `key.${id}`, name: 'Shop', role: 'admin', kind: 'server', scopes: ['comments', 'people'] }
    expect(await accounts.identify(key)).toEqual(actor)
    expect(accounts.known(key)).toBeUndefined()
  })

  it('shows a key once, and keeps a hash of it', async () => {
    const { accounts, apiKeys, org, make } = await setUp()
    const { key, ...shown } = await make()
    const secret = readKey(key)?.secret ?? ''
    expect(key).toMatch(new RegExp(`^pk_${shown.id}_[\\w-]{43}$`))
    expect(await accounts.apiKeys.list(org, all)).toEqual({ keys: [shown], next: null })
    expect(JSON.stringify(await apiKeys.get(shown.id))).not.toContain(secret)
    expect(Object.keys(shown)).not.toContain('hash')
  })

  it('refuses what is no key, with one sentence for all', async () => {
    const { accounts, make } = await setUp()
    const [{ key }, { key: other }] = [await make(), await make()]
    const wrong = ['pk_', 'pk__', 'pk_x_y', `${key}x`, key.slice(0, -1), key.replace(/.{43}$/, other.slice(-43))]
    const told = await Promise.all(wrong.map((one) => accounts.identify(one).catch((error: Error) => error.message)))
    expect(new Set(told)).toEqual(new Set([expect.stringMatching(/^There is no such API key, or it was revoked/)]))
  })

  it('revokes a key at once here, and within a second elsewhere', async () => {
    const { accounts, another, clock, org, make } = await setUp()
    const elsewhere = another()
    const { key, id } = await make()
    await elsewhere.identify(key)
    expect((await accounts.apiKeys.revoke(org, id)).revoked).toBe(new Date(clock.now).toISOString())
    await expect(accounts.identify(key)).rejects.toMatchObject({ code: 'unauthenticated' })
    clock.now += SECOND
    await expect(elsewhere.identify(key)).rejects.toMatchObject({ code: 'unauthenticated' })
    const { revoked } = await accounts.apiKeys.revoke(org, id)
    expect(revoked).toBe(new Date(clock.now - SECOND).toISOString())
  })

  it('knows nothing of the keys of another org', async () => {
    const { accounts, make } = await setUp()
    const { id, key } = await make()
    const { _id: other } = await accounts.create('Theirs')
    await expect(accounts.apiKeys.revoke(other, id)).rejects.toMatchObject({ code: 'api-key-not-found' })
    await expect(accounts.apiKeys.revoke(other, 'none')).rejects.toMatchObject({ code: 'api-key-not-found' })
    expect(await accounts.apiKeys.list(other, all)).toEqual({ keys: [], next: null })
    expect(await accounts.identify(key)).toMatchObject({ id: `key.${id}` })
  })

  it('notes the last use, to the minute', async () => {
    const { accounts, another, clock, org, make } = await setUp()
    const { key } = await make()
    const lastUsed = async () => (await accounts.apiKeys.list(org, all)).keys[0]?.lastUsed
    const first = new Date(clock.now).toISOString()
    await accounts.identify(key)
    await vi.waitFor(async () => expect(await lastUsed()).toBe(first))
    clock.now += 59 * SECOND
    await accounts.identify(key)
    await another().identify(key)
    clock.now += SECOND
    await accounts.identify(key)
    await vi.waitFor(async () => expect(await lastUsed()).toBe(new Date(clock.now).toISOString()))
  })

  it('goes on when a use cannot be noted', async () => {
    const { accounts, apiKeys, warnings, make } = await setUp()
    const { key } = await make()
    vi.spyOn(apiKeys, 'update').mockRejectedValue(new Error('no disk'))
    expect(await accounts.identify(key)).toMatchObject({ kind: 'server' })
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
  })

  it('pages through many, the newest first', async () => {
    const { accounts, clock, org, make } = await setUp()
    const made: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      made.unshift((await make(['read'], name)).id)
      clock.now += name === 'b' ? 0 : SECOND
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await accounts.apiKeys.list(org, { limit: 2, cursor })
      seen.push(...page.keys.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(made.toSorted())
    expect([seen[0], seen[1], seen[4]]).toEqual([made[0], made[1], made[4]])
    for (const wrong of ['x', 'W10', 'WzEsMl0', Buffer.from('["\\ud800","a"]').toString('base64url')])
      await expect(accounts.apiKeys.list(org, { limit: 2, cursor: wrong })).rejects.toMatchObject({
        code: 'bad-cursor',
      })
  })

  it('has a limit, of which revoked ones are no part', async () => {
    const { accounts, org, make } = await setUp()
    const made = await Promise.all(Array.from({ length: 100 }, () => make()))
    await expect(make()).rejects.toMatchObject({ code: 'invalid' })
    await accounts.apiKeys.revoke(org, made[0]?.id ?? '')
    await make()
  })
})

test('scopes are named once each, and none is no key', () => {
  const scopesOf = (scopes: unknown) => newApiKeySchema.safeParse({ name: 'a', scopes }).data?.scopes
  expect(scopesOf(['people', 'read', 'people'])).toEqual(['read', 'people'])
  expect([scopesOf([]), scopesOf(['all']), scopesOf('read')]).toEqual([undefined, undefined, undefined])
})
