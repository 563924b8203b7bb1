import { expect } from 'vitest'
import { NO_PERSON, NO_POST } from '../numbers.ts'
import type { Social } from '../service.ts'
import type { Oracle, Written } from './oracle.ts'
import { refOf } from './performing.ts'
import { actorOf, idOf, type Village } from './village.ts'

type Listed = Awaited<ReturnType<Social['news']>>
type Reading = (before: Listed['next']) => Promise<Listed>

/** A whole list, page by page: of each post its id, and that of what is shown inside it. */
async function read(page: Reading): Promise<[string, string | null][]> {
  const found: [string, string | null][] = []
  for (let before: Listed['next'] = null; ;) {
    const { posts, next } = await page(before)
    found.push(...posts.map(({ id, of }): [string, string | null] => [id, of?.id ?? null]))
    if (next === null) return found
    before = next
  }
}

const LIMIT = 4

/** Whatever can be asked for, by everybody and by nobody, is what the oracle says. */
export async function expectAllAsIn(v: Village, oracle: Oracle): Promise<void> {
  for (const name of [null, ...oracle.people]) {
    const viewer = v.viewerOf(name)
    const shown = (posts: Written[]) => posts.map((post) => [post.id, oracle.quoted(name, post)?.id ?? null])
    const seen = await Promise.all(oracle.posts.map(({ id }) => v.sees(name, id)))
    expect(seen, `${name} sees`).toEqual(oracle.posts.map((post) => oracle.sees(name, post)))
    for (const owner of oracle.people) {
      const wall = await read((before) => v.social.wall(viewer, idOf(owner), { before, limit: LIMIT, lane: 'shown' }))
      expect(wall, `${name} on the wall of ${owner}`).toEqual(shown(oracle.wall(name, owner, 'shown')))
    }
    await expectDiscussed(v, oracle, name)
    if (name === null) continue
    const news = await read((before) => v.social.news(actorOf(name), { before, limit: LIMIT }))
    expect(news, `news of ${name}`).toEqual(shown(oracle.news(name)))
    const incoming = await read((before) =>
      v.social.wall(viewer, idOf(name), { before, limit: LIMIT, lane: 'waiting' }),
    )
    expect(incoming, `what waits for ${name}`).toEqual(shown(oracle.wall(name, name, 'waiting')))
  }
}

/** Comments are there for those who see the post, and for nobody else. */
async function expectDiscussed({ comments }: Village, oracle: Oracle, name: string | null): Promise<void> {
  const said = oracle.posts.filter((post) => post.comments.length > 0)
  const refs = said.map(({ id }) => refOf(id))
  const counts = await comments.counts(name === null ? null : actorOf(name), refs)
  expect(
    counts.map((count) => count !== null),
    `${name} sees comments`,
  ).toEqual(said.map((post) => oracle.sees(name, post)))
}

/** Once everything was followed. */
export async function expectCountedAsIn(v: Village, oracle: Oracle): Promise<void> {
  const { personNumbers, postNumbers } = v.social.needs
  for (const name of oracle.people) {
    const numbers = { ...NO_PERSON, ...(await personNumbers.get(idOf(name))) }
    expect(numbers, `numbers of ${name}`).toMatchObject(oracle.numbersOf(name))
  }
  for (const post of oracle.posts) {
    const numbers = { ...NO_POST, ...(await postNumbers.get(post.id)) }
    const { reactions, ...rest } = oracle.numbersOfPost(post)
    expect(numbers, 'numbers of a post').toMatchObject(rest)
    expect(numbers.reactions, 'reactions').toEqual(reactions)
    if (post.comments.length === 0 || !oracle.sees(post.author, post)) continue
    const counts = await v.comments.counts(actorOf(post.author), [refOf(post.id)])
    expect(counts, 'comments').toEqual([post.comments.length])
  }
  for (const one of oracle.people)
    for (const other of oracle.people) await expectEdge(v, `${one}>${other}`, oracle.edges.get(`${one}>${other}`))
}

async function expectEdge({ social }: Village, edge: string, state: string | undefined): Promise<void> {
  const { follows, followers } = social.needs
  const [one = '', other = ''] = edge.split('>').map(idOf)
  const [there, back] = [await follows.get(`${one}~${other}`), await followers.get(`${other}~${one}`)]
  expect([there?.state, back?.state], `state of ${edge}`).toEqual([state, state])
  expect(back?.at).toBe(there?.at)
}
