import { expect, test } from 'vitest'
import { dashboard } from './dashboard.fixtures.mjs'

async function signIn({ app, url }, name, password = name) {
  const body = new URLSearchParams({ name, password })
  const answer = await fetch(`${app}/login`, { method: 'POST', body, redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const get = (path) => fetch(app + path, { headers: { cookie }, redirect: 'manual' })
  const talk = async (shipment, comment) => {
    const authorization = `Bearer ${await (await get('/palaver-token')).text()}`
    const address = `${url}/v1/discussions/-/comments?org=main&type=shipment&id=${shipment}`
    if (comment === undefined) return fetch(address, { headers: { authorization } })
    const headers = { authorization, 'content-type': 'application/json' }
    return fetch(address, { method: 'POST', headers, body: JSON.stringify({ text: comment }) })
  }
  return { status: answer.status, cookie, get, talk }
}

test('who is not signed in sees the door, and gets no token', async () => {
  const at = await dashboard()
  const { app } = at
  const away = await fetch(`${app}/shipments/n-2041`, { redirect: 'manual' })
  expect([away.status, away.headers.get('location')]).toEqual([303, '/login'])
  expect((await fetch(`${app}/palaver-token`)).status).toBe(401)
  expect((await signIn(at, 'tom', 'wrong')).status).toBe(401)
})

test('people see what is their team’s, and leads all', async () => {
  const at = await dashboard()
  const seen = async (name) => {
    const { get } = await signIn(at, name)
    return [...(await (await get('/')).text()).matchAll(/\/shipments\/([\w-]+)/g)].map(([, id]) => id)
  }
  expect(await seen('tom')).toEqual(['n-2041', 'n-2047'])
  expect(await seen('ines')).toEqual(['s-3310', 's-3312'])
  expect(await seen('mara')).toHaveLength(4)
  const tom = await signIn(at, 'tom')
  expect((await tom.get('/shipments/s-3310')).status).toBe(404)
  expect(await (await tom.get('/shipments/n-2041')).text()).toContain('resource="shipment:n-2041"')
})

test('comments are for those who may see what they are about', async () => {
  const at = await dashboard()
  const [tom, ines, mara] = [await signIn(at, 'tom'), await signIn(at, 'ines'), await signIn(at, 'mara')]
  expect((await tom.talk('n-2041', 'Held up by fog.')).status).toBe(201)
  expect((await (await mara.talk('n-2041')).json()).comments).toMatchObject([{ author: { name: 'Tom Adeyemi' } }])
  expect((await ines.talk('n-2041')).status).toBe(404)
  expect((await ines.talk('n-2041', 'Me too.')).ok).toBe(false)
  expect((await fetch(`${at.url}/v1/discussions/-/comments?org=main&type=shipment&id=n-2041`)).status).toBe(404)
  expect((await ines.talk('s-3312', 'It has arrived.')).ok).toBe(false)
})

test('only Palaver is told who may see what', async () => {
  const { app } = await dashboard()
  const body = JSON.stringify({ kind: 'may', org: 'main', questions: [] })
  const now = String(Math.floor(Date.now() / 1000))
  const forged = { 'webhook-id': 'a', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' }
  for (const headers of [{}, forged, { ...forged, 'webhook-timestamp': '0' }])
    expect((await fetch(`${app}/palaver/may`, { method: 'POST', headers, body })).status).toBe(401)
})

test('who signs out is nobody any more', async () => {
  const at = await dashboard()
  const { app } = at
  const { cookie, get } = await signIn(at, 'tom')
  await fetch(`${app}/logout`, { method: 'POST', headers: { cookie }, redirect: 'manual' })
  expect((await get('/palaver-token')).status).toBe(401)
})
