import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { collections } from '../collections.ts'
import { createApp } from '../http/app.ts'
import { testContext } from '../testing/test-context.ts'
import { loginCodes } from './logins.ts'

const MINUTE_MS = 60_000
const OWNER = { org: 'main', name: 'Owner', role: 'admin' } as const

describeEngines('a link to sign in', (engine) => {
  async function open() {
    const clock = { now: Date.now() }
    const context = await testContext({ engine: await engine.open(collections), now: () => clock.now })
    await context.accounts.ensureFirst()
    const app = await createApp(context)
    const logIn = (code: string) => app.inject({ method: 'POST', url: '/v1/login', payload: { code } })
    return { context, app, clock, logIn }
  }

  test('gives a token of the role it was made for, and is the same person each time', async () => {
    const { context, app, logIn } = await open()
    const ids = new Set<string>()
    for (const name of ['Owner', 'owner']) {
      const { code } = await context.logins.create({ ...OWNER, name })
      const answer = await logIn(code)
      expect(answer.statusCode).toBe(201)
      const { token, expires } = answer.json<{ token: string; expires: string }>()
      expect(Date.parse(expires)).toBeGreaterThan(Date.now())
      const me = await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
      expect(me.json()).toMatchObject({ name, role: 'admin', kind: 'person', moderates: true })
      ids.add(me.json<{ id: string }>().id)
    }
    expect(ids.size).toBe(1)
  })

  test('is good once, also where many come with it at the same time', async () => {
    const { context, logIn } = await open()
    const { code } = await context.logins.create(OWNER)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(code)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(7)
    expect((await logIn(code)).json()).toMatchObject({ code: 'unauthenticated' })
  })

  test('is good for a quarter of an hour, and nothing that is kept opens anything', async () => {
    const { context, clock, logIn } = await open()
    const { code, expires } = await context.logins.create(OWNER)
    expect(code).toMatch(/^[\w-]{22}$/)
    expect(Date.parse(expires)).toBe(clock.now + 15 * MINUTE_MS)
    const [kept] = (await context.store.collection(loginCodes).find({ limit: 2 })).docs
    expect(JSON.stringify(kept)).not.toContain(code)
    expect((await logIn(kept?._id ?? '')).statusCode).toBe(401)
    clock.now += 15 * MINUTE_MS
    expect((await logIn(code)).statusCode).toBe(401)
  })

  test('lets pages of the sites of the org alone read the token', async () => {
    const { context, app } = await open()
    await context.accounts.change('main', { origins: ['https://example.org'] })
    const from = async (origin: string) => {
      const { code } = await context.logins.create(OWNER)
      const answer = await app.inject({ method: 'POST', url: '/v1/login', headers: { origin }, payload: { code } })
      return answer.headers['access-control-allow-origin']
    }
    expect(await from('https://example.org')).toBe('https://example.org')
    expect(await from('https://evil.example')).toBeUndefined()
  })
})
