import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, it, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { accountsOn } from './accounts.fixtures.ts'
import { personId } from './ids.ts'
import { ORG_DEFAULTS, type Org, viewOf } from './model.ts'

describeEngines('accounts', (engine) => {
  const setUp = () => accountsOn(engine)
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
    expect(actor).toEqual({
      org,
      id: personId(org, 'ada'),
      name: 'Ada',
      role: 'moderator',
      kind: 'person',
      hostId: 'ada',
    })
    expect(actor.id).toMatch(/^[\w-]{22}$/)
    expect(personId('other', 'ada')).not.toBe(actor.id)
  })

  it('exchanges keys: the old one works until it is removed, and then for a second at most', async () => {
    const { accounts, clock } = await setUp()
    const { _id: org } = await accounts.create('Mine')
    const [old] = await accounts.keys(org)
    const before = await accounts.issue(org, ada, 1)
    await accounts.addKey(org)
    const after = await accounts.issue(org, ada, 1)
    await accounts.identify(before)
    await accounts.removeKey(org, old?.id ?? '')
    clock.now += 1_000
    await expect(accounts.identify(before)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await accounts.identify(after)).toMatchObject({ name: 'Ada' })
    const [left] = await accounts.keys(org)
    await expect(accounts.removeKey(org, left?.id ?? '')).rejects.toMatchObject({ code: 'invalid' })
  })

  it('signs for the audience that the org demands', async () => {
    const { accounts, clock } = await setUp()
    const { _id: org } = await accounts.create('Mine')
    await accounts.change(org, { audience: 'https://example.org' })
    expect(await accounts.identify(await accounts.issue(org, ada, 1))).toMatchObject({ name: 'Ada' })
    const before = await accounts.issue(org, ada, 1)
    await accounts.identify(before)
    await accounts.change(org, { audience: 'https://other.example' })
    clock.now += 1_000
    await expect(accounts.identify(before)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('knows an org of an earlier version, which lacks what came since', async () => {
    const { accounts, orgs } = await setUp()
    const old = {
      _id: 'old',
      name: 'Old',
      created: '',
      settings: {},
      keys: [{ id: 'k', secret: 's'.repeat(40), created: '' }],
    }
    await orgs.insert(old as unknown as Org)
    const expected = { _id: 'old', name: 'Old', created: '', settings: {}, ...ORG_DEFAULTS }
    expect([await accounts.get('old'), await accounts.list(), await accounts.change('old', {})]).toEqual([
      expected,
      [expected],
      expected,
    ])
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
      expect(await accounts.identify(token)).toMatchObject({ role: 'member' })
    }
  })
})

test('no secret of an org is in what is shown of it, whatever else is', () => {
  const secret = fc.stringMatching(/^[\w-]{20,40}$/).map((text) => `~~${text}`)
  const hook = fc.option(fc.record({ url: fc.webUrl(), secret }))
  const org = fc.record({
    _id: fc.string(),
    name: fc.string(),
    created: fc.string(),
    keys: fc.array(fc.record({ id: fc.string(), secret, created: fc.string() })),
    settings: fc.dictionary(fc.string(), fc.integer()),
    guestSecret: secret,
    permissionHook: hook,
    directoryHook: hook,
    moderationHook: hook,
    guests: fc.boolean(),
  })
  fc.assert(
    fc.property(org, (one) => {
      const shown = viewOf({ ...ORG_DEFAULTS, ...one })
      const secrets = secretsIn(one)
      expect(secrets.length).toBeGreaterThan(0)
      expect(secrets.filter((value) => JSON.stringify(shown).includes(value))).toEqual([])
      expect(secretsIn(shown)).toEqual([])
      expect([shown.name, shown.permissionHook?.url]).toEqual([one.name, one.permissionHook?.url])
    }),
  )
})

/** The text of every field, however deep, whose name has to do with secrets. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    /secret/i.test(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  )
}
