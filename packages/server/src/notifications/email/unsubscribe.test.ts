import { createStore } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { preferences as allPreferences } from '../collections.ts'
import { PreferenceBook, type UnsubscribeScope } from '../preferences/preferences.ts'
import { Signer } from './mail-key.ts'
import { mailKeys } from './model.ts'
import { unsubscribeRoutes, Unsubscribes } from './unsubscribe.ts'

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const BASE = 'https://c.example'

async function worldOn(engine: TestEngine) {
  let now = NOW
  const store = createStore(await engine.open([allPreferences, mailKeys]))
  onTestFinished(() => store.close())
  const preferences = new PreferenceBook({
    preferences: store.collection(allPreferences),
    isErased: async () => false,
    now: () => now,
  })
  const unsubscribes = new Unsubscribes({ signer: new Signer(store.collection(mailKeys)), preferences })
  const [get, post] = unsubscribeRoutes(unsubscribes)
  const call = (route: typeof get, token: string) => {
    const asked = {
      params: { token },
      query: undefined,
      actor: null,
      token: () => null,
      said: () => null,
      isHead: false,
      address: '127.0.0.1',
    }
    const headers = { ifMatch: null, idempotencyKey: null }
    const body = { 'List-Unsubscribe': 'One-Click' }
    return route?.handle({ ...asked, headers, body, signal: () => AbortSignal.timeout(1000) })
  }
  const tokenFor = async (scope: UnsubscribeScope, person = 'ada') => {
    const link = await unsubscribes.linkOf(BASE, { org: 'acme', person, scope })
    return link.slice(`${BASE}/v1/unsubscribe/`.length)
  }
  return {
    store,
    unsubscribes,
    tokenFor,
    post,
    open: (token: string) => call(get, token),
    click: (token: string) => call(post, token),
    state: async (person = 'ada') => (await preferences.documentOf('acme', person)).unsubscribed,
    wait: (ms: number) => (now += ms),
  }
}

const NOTHING = { all: false, reasons: [], discussions: [] }

describeEngines('unsubscribing', (engine) => {
  it('I2: is one click, without a redirect, and again changes nothing', async () => {
    const { tokenFor, click, state, post } = await worldOn(engine)
    const token = await tokenFor({ kind: 'all' })
    for (let n = 0; n < 2; n++) {
      const answer = await click(token)
      expect([answer?.status ?? 200, answer?.headers?.['location']]).toEqual([200, undefined])
      expect(await state()).toEqual({ ...NOTHING, all: true })
    }
    expect([post?.auth, post?.scope]).toEqual(['none', undefined])
    expect(post?.body?.safeParse({ 'List-Unsubscribe': 'other' }).success).toBe(false)
  })

  it('I3: is not done by opening the link', async () => {
    const { tokenFor, open, state } = await worldOn(engine)
    const answer = await open(await tokenFor({ kind: 'reason', reason: 'reply' }))
    expect(String(answer?.body)).toContain('<form method="post">')
    expect(String(answer?.body)).toContain('when somebody replies to you')
    expect(await state()).toEqual(NOTHING)
  })

  it('I4: is bound to a person and a scope, tells no address, and works after a year', async () => {
    const { tokenFor, click, state, wait, unsubscribes } = await worldOn(engine)
    const token = await tokenFor({ kind: 'discussion', discussion: 'd1' })
    expect(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).not.toContain('@')
    const [text = '', signature = ''] = token.split('.')
    const raised = Buffer.from(JSON.stringify(['acme', 'ada', ['all']])).toString('base64url')
    const other = await tokenFor({ kind: 'all' }, 'bob')
    const forged = [
      `${raised}.${signature}`,
      `${text}.${other.split('.')[1]}`,
      text,
      `${token}x`,
      `${token}.`,
      '.',
      'x.y',
    ]
    for (const wrong of forged) await expect(unsubscribes.act(wrong)).rejects.toMatchObject({ code: 'not-found' })
    wait(365 * DAY)
    await click(token)
    expect([await state(), await state('bob')]).toEqual([{ ...NOTHING, discussions: ['d1'] }, NOTHING])
  })

  it('works with links that another process made, with the same key', async () => {
    const { store, tokenFor, click, state } = await worldOn(engine)
    const keys = store.collection(mailKeys)
    const signers = await Promise.all([new Signer(keys), new Signer(keys)].map((signer) => signer.sign('a', 'b')))
    expect(signers[0]).toEqual(signers[1])
    await click(await tokenFor({ kind: 'reason', reason: 'mention' }))
    expect(await state()).toEqual({ ...NOTHING, reasons: ['mention'] })
  })
})
