import { expect, test } from 'vitest'
import {
  addToCircle,
  circlePeople,
  circles,
  createCircle,
  deleteCircle,
  removeFromCircle,
  renameCircle,
} from './circles.ts'
import {
  acceptFollower,
  changeProfile,
  declineFollower,
  follow,
  followers,
  following,
  followRequests,
  muteWords,
  mutedWords,
  profile,
  removeFollower,
  unfollow,
} from './following.ts'
import { find, mute, muted, person } from './people.ts'
import {
  bringPhoto,
  changePost,
  deletePost,
  describePhoto,
  incoming,
  news,
  postHistory,
  previewLink,
  reactToPost,
  readPost,
  reportPost,
  repost,
  reviewPost,
  voteInPoll,
  wall,
  writePost,
} from './social.ts'
import { all, ground } from './testing/ground.ts'

async function people() {
  const { as } = await ground()
  const [ada, bob, nobody] = [await as('ada'), await as('bob'), await as(null)]
  for (const one of [ada, bob]) await profile(one)
  const [a] = await find(bob, { prefix: 'ada' })
  const [b] = await find(ada, { prefix: 'bob' })
  return { ada, bob, nobody, a: a?.id ?? '', b: b?.id ?? '' }
}

test('posts are written, found, given something, passed on, changed and deleted', async () => {
  const { ada, bob, nobody, a } = await people()
  expect(await follow(bob, a)).toBe('follows')
  const { id } = await writePost(ada, { text: 'Which?', poll: { choices: ['A', 'B'], seconds: 60 } })
  expect(await all(news(bob, { limit: 1 }))).toMatchObject([{ id }])
  expect(await all(news(bob, { order: 'top' }))).toMatchObject([{ id }])
  expect(await all(wall(nobody, { person: a }))).toMatchObject([{ id, text: null }])
  expect((await voteInPoll(bob, { id, choices: [1] })).mine.votes).toEqual([1])
  expect((await reactToPost(bob, { id, reaction: 'like' })).mine.reaction).toBe('like')
  expect((await repost(bob, { id })).of?.id).toBe(id)
  await reportPost(bob, { id, reason: 'other', text: 'Look.' })
  expect((await changePost(ada, { id, rev: 1, text: 'Which one?' })).rev).toBe(2)
  await expect(changePost(ada, { id, rev: 1, text: 'x' })).rejects.toMatchObject({
    problem: { code: 'changed-meanwhile' },
  })
  expect(await postHistory(ada, id)).toMatchObject([{ text: 'Which?' }])
  await deletePost(ada, id)
  await expect(readPost(nobody, id)).rejects.toMatchObject({ problem: { code: 'post-not-found' } })
  await expect(previewLink(ada, 'file:///etc/passwd')).rejects.toMatchObject({ problem: { code: 'invalid' } })
})

test('people follow, ask, are let, and write on walls', async () => {
  const { ada, bob, nobody, a, b } = await people()
  expect((await changeProfile(ada, { rev: 0, isPrivate: true, wall: 'everyone' })).isPrivate).toBe(true)
  expect(await follow(bob, a)).toBe('asked')
  await expect.poll(() => all(followRequests(ada))).toMatchObject([{ person: { id: b } }])
  await declineFollower(ada, b)
  await follow(bob, a)
  expect(await acceptFollower(ada, b)).toBe('follows')
  expect((await person(bob, a)).you?.follows).toBe('follows')
  await expect.poll(() => all(followers(bob, { person: a }))).toMatchObject([{ id: b }])
  expect(await all(following(nobody, { person: b }))).toMatchObject([{ id: a }])
  const { id } = await writePost(bob, { text: 'For you', wall: a })
  expect(await all(incoming(ada))).toMatchObject([{ id }])
  expect((await reviewPost(ada, { id, shows: true })).wallState).toBe('shown')
  expect(await unfollow(bob, a)).toBeNull()
  await removeFollower(ada, b)
  await mute(ada, { person: b, until: '2999-01-01T00:00:00.000Z' })
  expect(await all(muted(ada))).toMatchObject([{ id: b, until: '2999-01-01T00:00:00.000Z' }])
  await muteWords(ada, [{ word: 'spoiler' }])
  expect(await mutedWords(ada)).toEqual([{ word: 'spoiler', until: null }])
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a photo is brought as it is, described, and put into a post', async () => {
  const { ada, nobody } = await people()
  const file = new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' })
  const { id } = await bringPhoto(ada, file)
  expect(await describePhoto(ada, { id, alt: 'A dot' })).toMatchObject({ id, width: 1, height: 1 })
  const post = await writePost(ada, { photos: [id] })
  expect(await readPost(nobody, post.id)).toMatchObject({ kind: 'photo', photos: [{ id, alt: 'A dot' }] })
  const text = new Blob(['no photo'], { type: 'image/png' })
  await expect(bringPhoto(ada, text)).rejects.toMatchObject({ problem: { code: 'photo-unreadable' } })
})

test('circles are made, filled and deleted', async () => {
  const { ada, b } = await people()
  const { id: circle } = await createCircle(ada, 'Mates')
  await addToCircle(ada, { circle, person: b })
  expect(await all(circlePeople(ada, { circle }))).toMatchObject([{ id: b }])
  expect(await renameCircle(ada, { circle, name: '$mates.' })).toMatchObject({ people: 1 })
  await removeFromCircle(ada, { circle, person: b })
  expect(await circles(ada)).toMatchObject([{ name: '$mates.', people: 0 }])
  await deleteCircle(ada, circle)
  expect(await circles(ada)).toEqual([])
})
