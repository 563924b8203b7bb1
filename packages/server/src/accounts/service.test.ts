import { createStore } from '@palaver/store'
import { SignJWT } from 'jose'
import { afterEach, expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { orgs } from './collections.ts'
import { personId, realChance } from './ids.ts'
import { Accounts } from './service.ts'

describeEngines('accounts', (engine) => {
  const open: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  const setUp = async () => {
    const store = createStore(await engine.open([orgs]))
    open.push(() => store.close())
    const clock = { now: Date.parse('2030-01-01T00:00:00.000Z') }
    const another = () => new Accounts({ orgs: store.collection(orgs), now: () => clock.now, chance: realChance })
    return { accounts: another(), another, clock }
  }
  const ada = { id: 'ada', username: 'Ada' }

  it('makes the first org once, though two start at once', async () => {
    const { accounts, another } = await setUp()
    await Promise.all([accounts.ensureFirst(), another().ensureFirst(), accounts.ensureFirst()])
    expect(await accounts.list()).toMatchObject([{ _id: 'main', opensOnFirstComment: true, settings: {} }])
  })

  it('makes no first org where there is one', async () => {
    const { accounts } = await setUp()
    const { _id } = await accounts.create('Mine')
    await accounts.ensureFirst()
    expect((await accounts.list()).map((org) => org._id)).toEqual([_id])
  })

  it('never shows secrets but to who asks for keys', async () => {
    const { accounts } = await setUp()
    const { _id } = await accounts.create('Mine')
    const secret = (await accounts.keys(_id))[0]?.secret ?? ''
    expect(secret.length).toBeGreaterThan(40)
    expect(JSON.stringify([await accounts.get(_id), await accounts.list()])).not.toContain(secret)
  })

  it('changes what is named, and takes settings back', async () => {
    const { accounts } = await setUp()
    const { _id } = await accounts.create('Mine')
    await accounts.change(_id, { settings: { maxDepth: 3, order: 'threaded' } })
    await accounts.change(_id, { settings: { order: null }, name: 'Ours', reactions: { yes: '👍' } })
    expect(await accounts.get(_id)).toMatchObject({ name: 'Ours', settings: { maxDepth: 3 }, reactions: { yes: '👍' } })
    await expect(accounts.change('none', {})).rejects.toMatchObject({ code: 'org-not-found' })
  })

  it('sees a change of another process within a second', async () => {
    const { accounts, another, clock } = await setUp()
    const { _id } = await accounts.create('Mine')
    await accounts.get(_id)
    await another().change(_id, { name: 'Ours' })
    clock.now += 1000
    expect((await accounts.get(_id))?.name).toBe('Ours')
    expect(await accounts.get('none')).toBeNull()
  })

  it('knows a person by the token that it issued', async () => {
    const { accounts } = await setUp()
    const { _id: org } = await accounts.create('Mine')
    const actor = await accounts.identify(await accounts.issue(org, { ...ada, role: 'MODERATOR' }, 1))
    expect(actor).toEqual({ org, id: personId(org, 'ada'), name: 'Ada', role: 'moderator' })
    expect(actor.id).toMatch(/^[\w-]{22}$/)
    expect(personId('other', 'ada')).not.toBe(actor.id)
  })

  it('exchanges keys: the old one works until it is removed, and then for a minute at most', async () => {
    const { accounts, clock } = await setUp()
    const { _id: org } = await accounts.create('Mine')
    const [old] = await accounts.keys(org)
    const before = await accounts.issue(org, ada, 1)
    await accounts.addKey(org)
    const after = await accounts.issue(org, ada, 1)
    await accounts.identify(before)
    await accounts.removeKey(org, old?.id ?? '')
    clock.now += 60_000
    await expect(accounts.identify(before)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await accounts.identify(after)).toMatchObject({ name: 'Ada' })
    const [left] = await accounts.keys(org)
    await expect(accounts.removeKey(org, left?.id ?? '')).rejects.toMatchObject({ code: 'invalid' })
  })

  it('takes a token without kid that any live key has signed', async () => {
    const { accounts, clock } = await setUp()
    const { _id: org } = await accounts.create('Mine')
    await accounts.addKey(org)
    for (const { secret } of await accounts.keys(org)) {
      const token = await new SignJWT({ org, user: ada })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(clock.now / 1000 + 60)
        .sign(new TextEncoder().encode(secret))
      expect(await accounts.identify(token)).toMatchObject({ role: 'commenter' })
    }
  })
})
