import { beforeEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { personId } from '../accounts/service.ts'
import { createApp } from '../http/app.ts'
import { testContext } from '../testing/test-context.ts'
import { ground, type Ground } from './files.fixtures.ts'
import { fileOf, hugePng } from './images.fixtures.ts'
import { LARGEST_BYTES } from './model.ts'
import { photoRoutes } from './routes.ts'

const ORG = 'main'
const ann = { org: ORG, id: personId(ORG, 'ann') }

let app: FastifyInstance
let it: Ground
let token: (user: string) => Promise<string>

beforeEach(async () => {
  const context = await testContext()
  await context.accounts.ensureFirst()
  await context.accounts.change(ORG, { guests: true })
  it = await ground()
  app = await createApp(context, photoRoutes(it.photos))
  token = async (user) =>
    user === 'guest'
      ? (await context.accounts.welcome(ORG, 'Gus')).token
      : context.accounts.issue(ORG, { id: user, username: user }, 1)
})

type Sent = { as?: string; type?: string; headers?: Record<string, string> }

async function bring(payload: Buffer | string, { as = 'ann', type = 'image/jpeg', headers = {} }: Sent = {}) {
  const authorization = as === '' ? {} : { authorization: `Bearer ${await token(as)}` }
  const fields = { ...authorization, 'content-type': type, ...headers }
  return app.inject({ method: 'POST', url: '/v1/photos', headers: fields, payload })
}

async function brought(): Promise<string> {
  return (await bring(await fileOf('jpeg', { width: 900, height: 300 }))).json<{ id: string }>().id
}

const change = async (method: 'PATCH' | 'DELETE', id: string, as: string, payload?: Record<string, unknown>) =>
  app.inject({
    method,
    url: `/v1/photos/${id}`,
    headers: { authorization: `Bearer ${await token(as)}` },
    ...(payload !== undefined && { payload }),
  })

describe('bringing a photo', () => {
  test('answers with its id and its sizes', async () => {
    const answer = await bring(await fileOf('png', { width: 900, height: 300 }), { type: 'image/png' })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: expect.stringMatching(/^[\w-]{22}$/), width: 900, height: 300, small: { width: 640, height: 213 } },
    ])
  })

  test('is refused with a code that says why', async () => {
    const refused: [number, string, Buffer | string, Sent][] = [
      [401, 'unauthenticated', await fileOf('jpeg'), { as: '' }],
      [403, 'forbidden', await fileOf('jpeg'), { as: 'guest' }],
      [415, 'unsupported-media-type', '<svg/>', { type: 'image/svg+xml' }],
      [415, 'unsupported-media-type', 'hello', { type: 'text/plain' }],
      [415, 'unsupported-media-type', await fileOf('jpeg'), { headers: { 'content-encoding': 'gzip' } }],
      [422, 'invalid', '{}', { type: 'application/json' }],
      [422, 'photo-unreadable', Buffer.alloc(0), {}],
      [422, 'photo-unreadable', '<svg/>', {}],
      [422, 'photo-too-large', hugePng(9000, 9000), { type: 'image/png' }],
      [413, 'body-too-large', Buffer.alloc(LARGEST_BYTES + 1), {}],
    ]
    for (const [status, code, payload, sent] of refused) {
      const answer = await bring(payload, sent)
      expect([answer.statusCode, answer.json().code], JSON.stringify(sent)).toEqual([status, code])
    }
  })
})

describe('showing a photo', () => {
  test('gives the bytes, which do nothing wherever they are opened, and 304 to who has them', async () => {
    const id = await brought()
    const url = it.photos.addressOf({ _id: id }, 'small', ann)
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers['etag']) } })
    expect([again.statusCode, again.rawPayload.length, again.headers['etag']]).toEqual([304, 0, answer.headers['etag']])
    expect(again.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      answer.headers['content-length'],
      0,
    ])
    const large = await app.inject(it.photos.addressOf({ _id: id }, 'large', ann))
    expect(large.headers['etag']).not.toBe(answer.headers['etag'])
  })

  test('is the same 404 for what is unknown, forged, too old, deleted or not for the viewer, also for who has the bytes', async () => {
    const id = await brought()
    const right = it.photos.addressOf({ _id: id }, 'small', ann)
    const etag = String((await app.inject(right)).headers['etag'])
    const notFound = async (url: string): Promise<unknown> => {
      const answer = await app.inject({ url, headers: { 'if-none-match': etag } })
      expect(answer.statusCode, url).toBe(404)
      return answer.json()
    }
    const other = it.photos.addressOf({ _id: id }, 'small', { org: ORG, id: 'bob' })
    const urls = [
      other,
      it.photos.addressOf({ _id: id }, 'small', null),
      `/v1/photos/${id}?size=small`,
      `/v1/photos/${id}`,
      right.replace(id, 'A'.repeat(22)),
      `${right}x`,
      it.photos.addressOf({ _id: 'B'.repeat(22) }, 'small', ann),
    ]
    const answers = await Promise.all(urls.map(notFound))
    it.sees.add(`bob ${id}`)
    expect((await app.inject(other)).statusCode).toBe(200)
    it.sees.clear()
    answers.push(await notFound(other))
    it.clock.now += 2 * 24 * 60 * 60_000
    answers.push(await notFound(right))
    it.clock.now -= 2 * 24 * 60 * 60_000
    expect((await change('DELETE', id, 'ann')).statusCode).toBe(204)
    answers.push(await notFound(right))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 'photo-not-found' })
  })
})

describe('changing a photo', () => {
  test('says what it shows', async () => {
    const id = await brought()
    const answer = await change('PATCH', id, 'ann', { alt: ' A red half, and a blue one ' })
    expect(answer.json()).toMatchObject({ id, width: 900, alt: 'A red half, and a blue one' })
    expect((await change('PATCH', id, 'ann', { alt: 'x'.repeat(1501) })).statusCode).toBe(422)
    expect((await change('PATCH', id, 'ann', { alt: 'a\u0000b' })).statusCode).toBe(422)
    expect((await change('PATCH', id, 'ann', { alt: '' })).json().alt).toBe('')
    expect((await change('PATCH', id, 'guest', { alt: 'x' })).statusCode).toBe(403)
    expect((await change('PATCH', id, 'bob', { alt: 'x' })).json().code).toBe('photo-not-found')
  })

  test('deletes it while nothing uses it', async () => {
    const id = await brought()
    expect((await change('DELETE', id, 'bob')).json().code).toBe('photo-not-found')
    const actor = { ...ann, name: 'Ann', role: 'member', kind: 'person' } as const
    await it.photos.claim(actor, [id], 'post~1')
    expect((await change('DELETE', id, 'ann')).json().code).toBe('photo-in-use')
    await it.photos.release(ORG, 'post~1', [id])
    expect((await change('DELETE', id, 'ann')).statusCode).toBe(204)
    expect((await change('DELETE', id, 'ann')).json().code).toBe('photo-not-found')
  })
})
