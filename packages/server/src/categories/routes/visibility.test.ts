import { expect, test } from 'vitest'
import { neverWas } from '../../testing/api/ids.ts'
import { type Shown, topicGround, type TopicGround } from './ground.fixtures.ts'

const CALLERS = ['nobody', 'guest', 'member', 'moderator', 'admin'] as const
type Caller = (typeof CALLERS)[number]

type Tree = TopicGround & {
  ask: (caller: Caller, url: string) => ReturnType<TopicGround['call']>
  /** By who may see them. */
  hidden: { topic: Shown; from: readonly Caller[] }[]
  open: Shown
  /** Addresses that lead through what is hidden from some. */
  old: { path: string; from: readonly Caller[]; answers: number }[]
}

const FROM_GUESTS = ['nobody', 'guest'] as const
const FROM_MEMBERS = ['nobody', 'guest', 'member'] as const

async function treeWithSecrets(): Promise<Tree> {
  const ground = await topicGround()
  const { add, arrange, change, call, context } = ground
  await context.accounts.change('main', { guests: true })
  const open = await add('Open')
  const club = await add('Club', { parent: open.id, visibility: 'members' })
  const inClub = await add('Quoits', { parent: club.id })
  const staff = await add('Staff', { visibility: 'roles', roles: ['moderator'] })
  const inStaff = await add('Notes', { parent: staff.id })
  const [was, merged, moved] = [
    await add('Was', { parent: staff.id }),
    await add('Merged', { parent: staff.id }),
    await add('Tool', { parent: staff.id }),
  ]
  // So that the last part of an address does not tell where it may lead.
  for (const parent of [open, staff]) for (const name of ['Twin', 'Tool one']) await add(name, { parent: parent.id })
  const other = await add('Other')
  await add('Tool', { parent: other.id })
  await arrange('DELETE', `/v1/topics/${was.id}?how=cascade`)
  await arrange('POST', `/v1/topics/${merged.id}/merge`, { body: { into: open.id } })
  await change(moved, { parent: open.id })
  const guest = (await context.accounts.welcome('main', 'Guest')).token
  const ask: Tree['ask'] = (caller, url) => {
    if (caller === 'nobody') return call('GET', url)
    if (caller === 'guest') return call('GET', url, { headers: { authorization: `Bearer ${guest}` } })
    return call('GET', url, { as: caller, role: caller })
  }
  const hidden = [
    { topic: club, from: FROM_GUESTS },
    { topic: inClub, from: FROM_GUESTS },
    { topic: staff, from: FROM_MEMBERS },
    { topic: inStaff, from: FROM_MEMBERS },
    { topic: was, from: FROM_MEMBERS },
    { topic: merged, from: FROM_MEMBERS },
  ]
  const old = [
    { path: was.path, from: FROM_MEMBERS, answers: 410 },
    { path: merged.path, from: FROM_MEMBERS, answers: 301 },
    { path: 'staff/tool', from: FROM_MEMBERS, answers: 301 },
    { path: 'staff/notes', from: FROM_MEMBERS, answers: 200 },
    { path: 'open/club/quoits', from: FROM_GUESTS, answers: 200 },
    { path: 'quoits', from: FROM_GUESTS, answers: 301 },
  ]
  return { ...ground, ask, hidden, open, old }
}

const said = ({ statusCode, body, headers }: Awaited<ReturnType<Tree['ask']>>): unknown[] => {
  const told = body === '' ? null : { ...JSON.parse(body), requestId: '' }
  return [statusCode, told, headers['location'], headers['cache-control']]
}

test('A6.12: what somebody may not see answers as what never was, by id and by address, old ones too', async () => {
  const tree = await treeWithSecrets()
  const byId = (id: string): string[] => [
    `/v1/topics/${id}?org=main`,
    `/v1/trees/main/topics?org=main&parent=${id}`,
    `/v1/topics/${id}/discussions?org=main`,
  ]
  for (const caller of CALLERS) {
    for (const { topic, from } of tree.hidden) {
      const mine = caller === 'nobody' ? [] : ['/v1/me/topics/']
      const asked = (id: string): string[] => [...byId(id), ...mine.map((path) => path + id)]
      const [real, never] = [asked(topic.id), asked(neverWas(topic.id))]
      for (const [which, address] of real.entries()) {
        const [answer, nothing] = [await tree.ask(caller, address), await tree.ask(caller, never[which] ?? '')]
        const isSame = JSON.stringify(said(answer)) === JSON.stringify(said(nothing))
        if (from.includes(caller)) expect([caller, address, said(answer)]).toEqual([caller, address, said(nothing)])
        else if (which === 0) expect([caller, address, isSame]).toEqual([caller, address, false])
      }
    }
    for (const { path, from, answers } of tree.old) {
      const answer = await tree.ask(caller, tree.at(path))
      const expected = from.includes(caller) ? said(await tree.ask(caller, tree.at('never/was'))) : [answers]
      expect([caller, path, ...said(answer).slice(0, expected.length)]).toEqual([caller, path, ...expected])
    }
  }
})

test('A6.12: nor is it counted, listed, found, or in the way of what they see', async () => {
  const tree = await treeWithSecrets()
  const rows: unknown[] = []
  for (const caller of CALLERS) {
    const { children } = (await tree.ask(caller, tree.at('open'))).data.topic
    const { topics, pending } = (await tree.ask(caller, '/v1/trees/main?org=main')).data
    const listed = (await tree.ask(caller, '/v1/trees/main/topics?org=main')).data.topics
    const search = async (q: string): Promise<number> =>
      (await tree.ask(caller, `/v1/trees/main/search?org=main&q=${q}`)).data.topics.length
    const found = [await search('quo'), await search('notes'), await search('twin')]
    const twin = await tree.ask(caller, tree.at('nowhere/twin'))
    rows.push([caller, children, topics, pending, listed.length, found.join(), twin.statusCode])
  }
  expect(rows).toEqual([
    ['nobody', 3, 6, null, 2, '0,0,1', 301],
    ['guest', 3, 6, null, 2, '0,0,1', 301],
    ['member', 4, 8, null, 2, '1,0,1', 301],
    ['moderator', 4, 12, null, 3, '1,1,2', 404],
    ['admin', 4, 12, null, 3, '1,1,2', 404],
  ])
})

test('A6.12: what is said in hidden topics is in no count and no list of those above', async () => {
  const tree = await treeWithSecrets()
  const { open, hidden, arrange, ask } = tree
  const [club] = hidden
  for (const { id } of [open, club?.topic ?? open])
    await arrange('POST', `/v1/topics/${id}/discussions`, { body: { title: `In ${id}`, text: 'Said.' } })
  const seenBy = async (caller: Caller) => {
    const { counts } = (await ask(caller, tree.at('open'))).data.topic
    const { discussions } = (await ask(caller, `/v1/topics/${open.id}/discussions`)).data
    return [counts.discussions, counts.allDiscussions, counts.allComments, discussions.length]
  }
  await expect.poll(() => seenBy('admin')).toEqual([1, 2, 2, 2])
  expect(await Promise.all(CALLERS.map(seenBy))).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 1],
    [1, 2, 2, 2],
    [1, 2, 2, 2],
    [1, 2, 2, 2],
  ])
})

test('who may not arrange is not told what there is', async () => {
  const { hidden, open, call } = await treeWithSecrets()
  const [secret] = hidden
  for (const id of [open.id, secret?.topic.id ?? '', neverWas(open.id)])
    for (const [method, url, body] of [
      ['PATCH', `/v1/topics/${id}`, { name: 'Mine' }],
      ['DELETE', `/v1/topics/${id}?how=cascade`, undefined],
      ['POST', `/v1/topics/${id}/merge`, { into: open.id }],
      ['POST', `/v1/topics/${id}/restore`, {}],
    ] as const)
      expect((await call(method, url, { as: 'mo', role: 'moderator', body })).data.code).toBe('forbidden')
})
