import { expect, test } from 'vitest'
import { changeOrg, configure, createKey, keys, open, org, rename, revokeKey } from './admin.ts'
import { discussion, type Thread } from './discussion.ts'
import {
  act,
  audit,
  ban,
  decide,
  held,
  history,
  liftBan,
  pin,
  queue,
  queueCounts,
  report,
  reports,
  rules,
  setRules,
} from './moderation.ts'
import { block, blocked, find, guest, mute, muted, ownComments, person, tell } from './people.ts'
import { about, comments, permalink } from './reading.ts'
import { all, type Ground, ground, PAGE } from './testing/ground.ts'
import { edit, post } from './writing.ts'

const admin = async ({ as, token }: Ground) => as(null, { token: await token('eve', 'admin') })

async function posted(thread: Thread, text: string) {
  const answer = await post(thread, { text })
  if ('held' in answer) throw new Error('It is held.')
  return answer
}

test('a discussion is opened, configured, renamed; comments are pinned and have a history', async () => {
  const staff = await admin(await ground())
  const opened = await open(staff, { resource: PAGE, title: 'A page' })
  const thread = discussion(staff, { discussion: opened.id })
  expect((await configure(thread, { settings: { maxDepth: 1 } })).settings.maxDepth).toBe(1)
  const { slug } = (await posted(thread, 'one')).comment
  await edit(thread, { slug, text: 'two' })
  expect(await history(thread, { slug })).toMatchObject([{ text: 'one' }])
  expect(await pin(thread, { slug })).toBeUndefined()
  expect((await about(thread)).pinned).toEqual([slug])
  await pin(thread, { slug, on: false })
  expect((await about(thread)).pinned).toEqual([])
  expect((await rename(thread, { type: 'page', id: 'new' })).resource.id).toBe('new')
})

test('an org is changed; a key is made, used and revoked', async () => {
  const here = await ground()
  const staff = await admin(here)
  expect((await changeOrg(staff, { name: 'Ours' })).name).toBe('Ours')
  expect((await org(staff)).name).toBe('Ours')
  const { id, key } = await createKey(staff, { name: 'our server', scopes: ['people'] })
  const server = await here.as(null, { token: key })
  const [told] = await tell(server, [{ id: 'u7', username: 'Grace' }])
  expect(told).toMatchObject({ id: 'u7', outcome: 'created' })
  expect(await person(server, told?.person ?? '')).toMatchObject({ name: 'Grace' })
  expect(await find(await here.as('ada'), { prefix: 'gra' })).toMatchObject([{ name: 'Grace' }])
  await revokeKey(staff, id)
  expect(await all(keys(staff))).toMatchObject([{ id, revoked: expect.any(String) }])
})

test('people mute and block each other, and find what they wrote', async () => {
  const here = await ground()
  const [ada, bob] = [await here.as('ada'), await here.as('bob')]
  const { discussion: id, comment } = await posted(discussion(bob, PAGE), 'mine')
  const whom = comment.author?.id ?? ''
  await mute(ada, { person: whom })
  expect(await all(muted(ada))).toMatchObject([{ id: whom }])
  await mute(ada, { person: whom, on: false })
  expect(await all(muted(ada))).toEqual([])
  await block(ada, { person: whom })
  expect(await all(blocked(ada))).toMatchObject([{ id: whom }])
  await expect.poll(() => all(ownComments(bob))).toMatchObject([{ discussion: id, comment: { slug: comment.slug } }])
})

test('a guest gets a token, where the org takes guests', async () => {
  const here = await ground()
  await changeOrg(await admin(here), { guests: true })
  const { token } = await guest(await here.as(null), 'Somebody')
  const thread = discussion(await here.as(null, { token }), PAGE)
  expect((await posted(thread, 'hello')).comment.author).toMatchObject({ name: 'Somebody' })
})

test('what is held is decided on, what is reported is taken down, who is banned is told', async () => {
  const here = await ground()
  const staff = await admin(here)
  const { rev } = await rules(staff)
  await setRules(staff, { phases: [{ phase: 'banned' }, { phase: 'pre-moderation' }], rev })
  const ada = discussion(await here.as('ada'), PAGE)
  const answer = await post(ada, { text: 'may I?' })
  if ('comment' in answer) throw new Error('It is not held.')
  expect(await queueCounts(staff)).toMatchObject({ held: 1 })
  expect(await all(held(ada))).toMatchObject([{ text: 'may I?' }])
  const [item] = await all(queue(staff, { kind: 'held' }))
  await decide(staff, { id: item?.held?.id ?? '', act: 'approve' })
  await expect.poll(() => all(comments(ada)).catch(() => [])).toHaveLength(1)
  const [comment] = await all(comments(ada))
  const slug = comment?.slug ?? ''

  const bob = discussion(await here.as('bob'), PAGE)
  await report(bob, { slug, reason: 'spam' })
  const asStaff = discussion(staff, PAGE)
  expect(await all(reports(asStaff, { slug }))).toMatchObject([{ reason: 'spam' }])
  await act(staff, { act: 'reject', discussion: (await about(asStaff)).id, slug, reason: 'advertising' })
  await expect.poll(async () => (await permalink(bob, { slug })).comment.status).toBe('rejected')

  const whom = comment?.author?.id ?? ''
  await ban(staff, { person: whom, reason: 'again' })
  await expect.poll(() => post(ada, { text: 'x' }).catch((error) => error.problem.code)).toBe('banned')
  await liftBan(staff, whom)
  await expect.poll(async () => (await all(audit(staff))).length).toBeGreaterThanOrEqual(4)
})
