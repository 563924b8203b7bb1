import { expect, it } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import type { Actor } from '../api/actor.ts'
import { ADMIN, person } from '../comments/testing/ground.ts'
import { isOpen, maySee, mayStart, startersOf } from './policy.ts'
import { BY_ADMIN, idOf, MAIN, treeGround } from './testing/ground.ts'
import type { Snapshot } from './tree/snapshot.ts'

const MEMBER = person('ann')
const MODERATOR = person('mona', 'moderator')
const GUEST: Actor = { ...person('guest'), kind: 'guest' }
const EVERYBODY = { nobody: null, guest: GUEST, member: MEMBER, moderator: MODERATOR, admin: ADMIN }

/** Open / inner (members) / secret (moderators) / deep; each says more of who may start discussions, or nothing. */
async function planted(): Promise<Snapshot> {
  const { topics, close } = await treeGround(sqliteInMemory.open)
  await topics.create(BY_ADMIN, 'main', { name: 'Open', starts: 'everyone' })
  await topics.create(BY_ADMIN, 'main', { name: 'Inner', parent: idOf('k1'), visibility: 'members' })
  const roles = { visibility: 'roles', roles: ['moderator'], starts: 'admins' } as const
  await topics.create(BY_ADMIN, 'main', { name: 'Secret', parent: idOf('k2'), ...roles, roles: [...roles.roles] })
  await topics.create(BY_ADMIN, 'main', { name: 'Deep', parent: idOf('k3') })
  await topics.create(BY_ADMIN, 'main', { name: 'Gone', parent: idOf('k3') })
  await topics.retire(BY_ADMIN, idOf('k5'), { how: 'cascade', to: null })
  const snapshot = await topics.snapshots.of(MAIN)
  await close()
  return snapshot
}

type Asked = (snapshot: Snapshot, actor: Actor | null, topic: NonNullable<ReturnType<Snapshot['get']>>) => boolean

const who = (snapshot: Snapshot, key: string, may: Asked): string[] =>
  Object.entries(EVERYBODY).flatMap(([name, actor]) => {
    const topic = snapshot.get(key)
    return topic !== null && may(snapshot, actor, topic) ? [name] : []
  })

it('A6.12: what lies under something hidden is hidden too, also what is retired', async () => {
  const snapshot = await planted()
  expect(who(snapshot, 'k1', maySee)).toEqual(Object.keys(EVERYBODY))
  expect(who(snapshot, 'k2', maySee)).toEqual(['member', 'moderator', 'admin'])
  for (const key of ['k3', 'k4', 'k5']) expect(who(snapshot, key, maySee)).toEqual(['moderator', 'admin'])
  expect(isOpen(snapshot)).toBe(false)
})

it('who may start discussions is said by the nearest that says anything, among those who see it', async () => {
  const snapshot = await planted()
  expect(who(snapshot, 'k1', mayStart)).toEqual(['guest', 'member', 'moderator', 'admin'])
  expect(who(snapshot, 'k2', mayStart)).toEqual(['member', 'moderator', 'admin'])
  expect(who(snapshot, 'k4', mayStart)).toEqual(['admin'])
  expect(who(snapshot, 'k5', mayStart)).toEqual([])
  const [inner, deep] = ['k2', 'k4'].map((key) => snapshot.get(key))
  expect([inner && startersOf(snapshot, inner), deep && startersOf(snapshot, deep)]).toEqual(['everyone', 'admins'])
})
