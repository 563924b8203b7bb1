import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  changeWebhook,
  createWebhook,
  deadLetters,
  decideAll,
  deliveries,
  ping,
  queues,
  removeWebhook,
  replay,
  rotateSecret,
  webhook,
  webhooks,
} from './admin.ts'
import { discussion } from './discussion.ts'
import {
  archive,
  explain,
  level,
  levels,
  markRead,
  markSeen,
  notifications,
  preferences,
  pushKey,
  setLevel,
  setPreferences,
  subscribe,
  subscriptions,
  unread,
  unsubscribe,
} from './notifications.ts'
import { all, ground, PAGE } from './testing/ground.ts'
import { post } from './writing.ts'

/** Ada asks, and Bob answers. */
async function told() {
  const here = await ground()
  const ada = await here.as('ada')
  const asked = await post(discussion(ada, PAGE), { text: 'a question' })
  if ('held' in asked) throw new Error('It is held.')
  await post(discussion(await here.as('bob'), PAGE), { text: 'an answer', parent: asked.comment.slug })
  await expect.poll(async () => (await unread(ada)).unread.count).toBe(1)
  return { ...here, ada, thread: discussion(ada, PAGE) }
}

test('what somebody is told is listed, counted, seen, read, put away; and explained', async () => {
  const { ada } = await told()
  const [entry] = await all(notifications(ada, { filter: 'unread' }))
  expect(entry).toMatchObject({ reason: 'reply', excerpt: 'an answer', actors: [{ name: 'bob' }], unread: 1 })
  const id = entry?.id ?? ''
  const { position } = await notifications(ada).page()
  await markSeen(ada, position)
  expect(await unread(ada)).toMatchObject({ unread: { count: 1 }, unseen: { count: 0 } })
  expect(await markRead(ada, { ids: [id] })).toEqual({ marked: 1, more: false })
  expect(await unread(ada)).toMatchObject({ unread: { count: 0 } })
  await archive(ada, { group: entry?.group ?? '' })
  expect(await all(notifications(ada, { filter: 'archived' }))).toMatchObject([{ id }])
  await archive(ada, { ids: [id], on: false })
  expect(await all(notifications(ada))).toMatchObject([{ id, isArchived: false }])
  const { channels } = await explain(ada, { event: id })
  expect(channels).toContainEqual(expect.objectContaining({ channel: 'centre', state: 'told' }))
})

test('levels and preferences are chosen, and left to the defaults again', async () => {
  const { ada, thread } = await told()
  expect(await setLevel(thread, 'muted')).toMatchObject({ level: 'muted', chosen: 'muted' })
  expect(await level(thread)).toMatchObject({ chosen: 'muted' })
  expect(await all(levels(ada))).toMatchObject([{ resource: PAGE, takesPart: true }])
  expect(await setLevel(thread, null)).toMatchObject({ level: 'participating', chosen: null })
  const { rev } = await setPreferences(ada, { mail: 'daily' })
  expect(await preferences(ada)).toMatchObject({ inForce: { mail: 'daily' }, rev })
  await setPreferences(ada, { mail: null, rev })
  await expect(setPreferences(ada, { mail: 'off', rev })).rejects.toMatchObject({
    problem: { code: 'changed-meanwhile' },
  })
})

test('a browser is subscribed to push messages where the service sends them', async () => {
  const { ada } = await told()
  expect(await pushKey(ada)).toBe(null)
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await expect(subscribe(ada, { endpoint: 'https://push.invalid/1', keys })).rejects.toMatchObject({
    problem: { code: 'invalid' },
  })
  expect(await subscriptions(ada)).toEqual([])
  expect(await unsubscribe(ada, 'a'.repeat(32))).toBeUndefined()
})

test('an admin looks after webhooks and queues', async () => {
  const here = await ground()
  const staff = await here.as(null, { token: await here.token('eve', 'admin') })
  const { id, secret } = await createWebhook(staff, { url: 'https://hooks.invalid/', types: ['comment.created'] })
  await changeWebhook(staff, { id, disabled: true })
  expect(await webhook(staff, id)).toMatchObject({ id, disabled: { reason: 'owner' } })
  expect(await all(webhooks(staff))).toMatchObject([{ id }])
  expect((await rotateSecret(staff, id)).secret).not.toBe(secret)
  expect(await ping(staff, id)).toMatchObject({ status: null })
  await post(discussion(staff, PAGE), { text: 'one' })
  await expect.poll(() => all(deliveries(staff, { id }))).toMatchObject([{ state: 'skipped' }])
  expect(await replay(staff, { id, since: '2030-01-01T00:00:00Z' })).toEqual({ replayed: 0, next: null })
  await removeWebhook(staff, id)
  expect(await all(webhooks(staff))).toEqual([])
  expect((await queues(staff)).map(({ name }) => name)).toContain('centre')
  expect(await all(deadLetters(staff, { queue: 'centre' }))).toEqual([])
  expect(await decideAll(staff, { queue: 'centre', act: 'redrive' })).toEqual({ count: 0, more: false })
})
