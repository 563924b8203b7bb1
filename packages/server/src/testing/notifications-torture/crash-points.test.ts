import { openMailServer } from '../../notifications/email/testing/mail-server.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pushService } from '../../notifications/push/testing/push-service.ts'
import { openContext } from '../comments-torture/prepare.ts'
import { Service } from '../comments-torture/service.ts'
import { describePrivateNats } from '../nats/suite.ts'
import { tempFolder } from '../temp-folder.ts'
import { check, nothingFound } from './check.ts'
import { finish, type Journal, type Said } from './client.ts'
import { prepare, settingsFor } from './prepare.ts'

type Settings = Record<string, string>

/** Three people talk; the second text mentions somebody who has not written yet, the third replies. */
const conversation = (): Journal =>
  [
    { user: 0, mention: null },
    { user: 1, mention: 2 },
    { user: 0, mention: 1 },
    { user: 2, mention: null },
  ].map(({ user, mention }, turn): Said => {
    return { key: `${user}-${turn}`, user, parent: null, mention, slug: null, isDeleted: false }
  })

/**
 * The service really ends at the point, in the middle of what it does; it is started again, and the client, which got no
 * answer, asks again. Then all rows and mails are compared with what follows from the log.
 */
async function crashAt(point: string, more: Settings = {}) {
  const folder = await tempFolder()
  const sink = await openMailServer()
  try {
    const settings = { ...settingsFor(sink), ...more }
    const { tokens, people } = await prepare(folder, settings)
    const journal = conversation()
    const dying = new Service(folder, { ...settings, FAULT_POINT: point })
    await dying.start()
    let current = dying
    const talking = finish({ journal, tokens, address: () => current.address() })
    const signal = await dying.ended()
    const living = new Service(folder, settings)
    await living.start()
    current = living
    await talking
    await living.kill()
    const context = await openContext(folder, settings)
    const found = await check(context, { people, mails: sink.mails })
    await context.store.close()
    const same = Map.groupBy(sink.mails, ({ recipient, messageId }) => `${recipient} ${messageId}`)
    const times = Array.from(same.values(), ({ length }) => length)
    return { signal, found, times, said: new Set(journal.map(({ slug }) => slug)).size }
  } finally {
    await sink.stop()
  }
}

const once = expect.toSatisfy((times: number[]) => times.length > 0 && times.every((count) => count === 1))
const AS_IT_SHOULD = { signal: 'SIGKILL', found: nothingFound(), said: 4 }

describe('a service that ends', () => {
  test.each([
    ['A1', 'before a comment is written'],
    ['A2', 'after it is written, before it is answered'],
    ['A5.centre', 'before the centre has done anything'],
    ['A6.centre:2', 'after a row is written, before the queue has noted it'],
    ['A5.email', 'before a mail is planned'],
    ['A6.email:2', 'after a mail is planned, before the queue has noted it'],
    ['A10', 'after a window is closed, before its mail is written'],
  ])('%s: %s: tells everybody once', async (point) => {
    expect(await crashAt(point)).toMatchObject({ ...AS_IT_SHOULD, times: once })
  })

  test.each([
    ['A7', 'while the mail server takes a mail'],
    ['A8', 'after the mail server took it, before that is noted'],
    ['A11', 'after that is noted, before all that waited in it is: another one may be on its way'],
  ])('%s: %s: sends no mail more than once again, and under the same id', async (point) => {
    const { times, ...rest } = await crashAt(point)
    expect(rest).toMatchObject(AS_IT_SHOULD)
    expect(Math.max(...times)).toBeLessThanOrEqual(2)
  })

  test('A9: after a push service took a message, before that is noted: it is replaced by itself', async () => {
    const service = await pushService()
    const folder = await tempFolder()
    const sink = await openMailServer()
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, service.ca)
    const device = service.subscribe()
    const settings = {
      ...settingsFor(sink),
      PALAVER_PUSH_CONTACT: 'mailto:ops@example.org',
      PALAVER_PRIVATE_ADDRESSES: '1',
      NODE_EXTRA_CA_CERTS: ca,
    }
    const { tokens } = await prepare(folder, settings)
    const dying = new Service(folder, { ...settings, FAULT_POINT: 'A9' })
    await dying.start()
    await subscribe(dying.address() ?? '', tokens[1] ?? '', device.subscription)
    const journal = conversation().slice(0, 3)
    let current = dying
    const talking = finish({ journal, tokens, address: () => current.address() })
    expect(await dying.ended()).toBe('SIGKILL')
    const living = new Service(folder, settings)
    await living.start()
    current = living
    await talking
    await expect
      .poll(() => new Set(device.got.map(({ message }) => message.notification)).size, { timeout: 20_000 })
      .toBe(1)
    await living.kill()
    await sink.stop()
    const topics = new Set(device.got.map(({ headers }) => headers['topic']))
    expect([topics.size, device.got.length <= 2]).toEqual([1, true])
  })
})

async function subscribe(address: string, token: string, subscription: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const key = (await (await fetch(`${address}/v1/push/key`)).json()) as { key: string }
  const body = JSON.stringify({ ...subscription, key: key.key })
  const response = await fetch(`${address}/v1/me/push/subscriptions`, { method: 'POST', headers, body })
  expect(response.status, await response.text()).toBeLessThan(300)
}

describePrivateNats('a service with NATS that ends', (start) => {
  test.each([
    ['A3', 'after reading the log, before publishing'],
    ['A4', 'after publishing, before that is noted'],
    ['A6.centre:2', 'after a row is written, before the queue has noted it'],
  ])('%s: %s: tells everybody once', async (point) => {
    const nats = await start()
    expect(await crashAt(point, { PALAVER_NATS_URL: nats.url })).toMatchObject({ ...AS_IT_SHOULD, times: once })
  })
})
