import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { accountsOn } from './accounts.fixtures.ts'

const DAY = 24 * 60 * 60 * 1000

describeEngines('guests', (engine) => {
  const setUp = async () => {
    const ground = await accountsOn(engine)
    const { _id: org } = await ground.accounts.create('Mine')
    await ground.accounts.change(org, { guests: true })
    return { ...ground, org }
  }

  it('come in with a name alone, and are nobody else', async () => {
    const { accounts, org, clock } = await setUp()
    const [one, other] = [await accounts.welcome(org, 'Eve'), await accounts.welcome(org, 'Eve')]
    expect(one.id).toMatch(/^guest\.[\w-]{22}$/)
    expect(one.expires).toBe(new Date(clock.now + 30 * DAY).toISOString())
    expect(await accounts.identify(one.token)).toEqual({ org, id: one.id, name: 'Eve', role: 'member', kind: 'guest' })
    expect(other.id).not.toBe(one.id)
  })

  it('are known on every node, whichever let them in first', async () => {
    const { accounts, another, org } = await setUp()
    const [here, there] = await Promise.all([accounts.welcome(org, 'Eve'), another().welcome(org, 'Bob')])
    const third = another()
    expect(await third.identify(here.token)).toMatchObject({ name: 'Eve' })
    expect(await third.identify(there.token)).toMatchObject({ name: 'Bob' })
    expect(await accounts.identify(there.token)).toMatchObject({ name: 'Bob' })
  })

  it('stay for thirty days', async () => {
    const { accounts, org, clock } = await setUp()
    const { token } = await accounts.welcome(org, 'Eve')
    clock.now += 29 * DAY
    await accounts.identify(token)
    clock.now += 2 * DAY
    await expect(accounts.identify(token)).rejects.toMatchObject({ code: 'token-expired' })
  })

  it('are out when the org takes none any more: at once here, within a second elsewhere', async () => {
    const { accounts, another, org, clock } = await setUp()
    const elsewhere = another()
    const { token } = await accounts.welcome(org, 'Eve')
    await accounts.identify(token)
    await elsewhere.identify(token)
    await accounts.change(org, { guests: false })
    await expect(accounts.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    clock.now += 1000
    await expect(elsewhere.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(elsewhere.welcome(org, 'Bob')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(accounts.welcome('none', 'Bob')).rejects.toMatchObject({ code: 'org-not-found' })
  })

  it('cannot be made by a host, nor by another org, nor made into persons', async () => {
    const { accounts, org, orgs } = await setUp()
    const { _id: other } = await accounts.create('Theirs')
    await accounts.change(other, { guests: true })
    const { token } = await accounts.welcome(org, 'Eve')
    await accounts.welcome(other, 'Eve')
    const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)]
    const secretsOf = async (id: string) => {
      const doc = await orgs.get(id)
      return { host: doc?.keys[0]?.secret ?? '', guest: doc?.guestSecret ?? '' }
    }
    const [mine, theirs] = [await secretsOf(org), await secretsOf(other)]
    expect(mine.guest.length).toBeGreaterThan(40)
    expect(mine.guest).not.toBe(theirs.guest)
    const person = { ...claims, user: { id: 'ada', username: 'Ada', role: 'admin' } }
    const sign = (payload: object, secret: string, typ: string) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ ...header, alg: 'HS256', typ })
        .sign(new TextEncoder().encode(secret))
    const forged = [
      await sign(claims, mine.host, 'guest+jwt'),
      await sign(claims, theirs.guest, 'guest+jwt'),
      await sign(claims, theirs.host, 'guest+jwt'),
      await sign({ ...claims, org: other }, mine.guest, 'guest+jwt'),
      await sign(person, mine.guest, 'JWT'),
      await sign({ ...claims, guest: { id: 'ada', name: 'Ada' } }, mine.guest, 'guest+jwt'),
    ]
    for (const one of forged) await expect(accounts.identify(one)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await accounts.identify(await sign(person, mine.guest, 'guest+jwt'))).toMatchObject({
      role: 'member',
      kind: 'guest',
    })
  })

  it('need no audience, which is between the host and us', async () => {
    const { accounts, org } = await setUp()
    await accounts.change(org, { audience: 'here' })
    expect(await accounts.identify((await accounts.welcome(org, 'Eve')).token)).toMatchObject({ kind: 'guest' })
  })
})
