import { describe, expect, it } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { expectRefused } from '../../moderation/testing/suite.ts'
import type { Route } from '../../api/route.ts'
import { WebPush } from './push.ts'
import { pushRoutes } from './routes.ts'
import { newBrowser } from './testing/decrypt.ts'
import { type Ground, groundOn, member } from './testing/ground.ts'

type Asked = Partial<Parameters<Route['handle']>[0]>

const called = (push: WebPush, name: string, asked: Asked = {}) => {
  const route = pushRoutes(push).find((one) => one.name === name)
  if (route === undefined) throw new Error(`There is no route ${name}.`)
  return route.handle({ actor: member('bob'), ...asked } as Parameters<Route['handle']>[0])
}

const BODY = { endpoint: 'https://push.example.net/1', keys: newBrowser().keys }

const off = ({ needs, store, push }: Ground): WebPush =>
  new WebPush({
    ...needs,
    store,
    contact: null,
    isErased: async () => false,
    windows: push.windows,
    log: { warn: () => {} },
    count: () => {},
    ask: { allowPrivate: false },
  })

describe('the routes of Web Push', () => {
  it('give the key, take a subscription, list it and remove it, for its owner alone', async () => {
    const { push } = await groundOn(sqliteInMemory.open)
    const { body: given } = await called(push, 'getPushKey')
    expect(given).toEqual({ key: (await push.keys.current()).publicKey })
    const { body: made } = await called(push, 'addPushSubscription', { body: BODY })
    expect(made).toMatchObject({ person: 'bob', endpoint: BODY.endpoint, id: expect.stringMatching(/^[\w-]{32}$/) })
    expect(JSON.stringify(made)).not.toContain(BODY.keys.auth)
    const params = { subscription: (made as { id: string }).id }
    await called(push, 'removePushSubscription', { params, actor: member('carol') })
    expect((await called(push, 'listPushSubscriptions')).body).toEqual({ subscriptions: [made] })
    await called(push, 'removePushSubscription', { params })
    expect((await called(push, 'listPushSubscriptions')).body).toEqual({ subscriptions: [] })
  })

  it('are for people, not for guests', async () => {
    const { push } = await groundOn(sqliteInMemory.open)
    const actor = { ...member('guest'), kind: 'guest' } as const
    const params = { subscription: 'x'.repeat(32) }
    for (const name of ['addPushSubscription', 'listPushSubscriptions', 'removePushSubscription'])
      await expectRefused(called(push, name, { actor, params, body: BODY }), 'forbidden')
  })

  it('say that it is off where nobody is named whom push services can turn to', async () => {
    const push = off(await groundOn(sqliteInMemory.open))
    expect((await called(push, 'getPushKey')).body).toEqual({ key: null })
    await expectRefused(called(push, 'addPushSubscription', { body: BODY }), 'invalid')
    expect([push.queue(), push.startSending({ onError: () => {} })]).toEqual([null, null])
  })
})
