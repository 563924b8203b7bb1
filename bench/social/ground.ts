import { join } from 'node:path'
import { blankPost, buildFeed, type Context, createContext, readSettings, startFollowing } from '@palaver/server'
import { say } from '../progress.ts'
import { from64Writers } from '../store/world.ts'

/** A service's folder with somebody who follows 300 people, each of whom has written posts. */
export type Ground = { context: Context; env: Readonly<Record<string, string>>; org: string; viewer: string }

const FOLLOWED = 300
const START = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

export const VIEWER = { id: 'viewer', username: 'Vera Viewer' }

/** Everyone writes from one machine here: a flood is no reason. */
const PHASES: Parameters<Context['moderation']['putRules']>[1] = [{ phase: 'banned' }, { phase: 'honeypot' }]

export async function groundIn(folder: string, more: Readonly<Record<string, string>> = {}): Promise<Ground> {
  const env = {
    PALAVER_DATA: join(folder, 'data'),
    PALAVER_PORT: '0',
    PALAVER_LOG_LEVEL: 'error',
    PALAVER_CACHE_MB: '0',
    ...more,
  }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config)
  const { _id: org } = await context.accounts.create('Bench')
  const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  await context.moderation.putRules(admin, PHASES, null)
  const viewer = await person({ context, org }, VIEWER)
  return { context, env, org, viewer }
}

export async function person(
  { context, org }: Pick<Ground, 'context' | 'org'>,
  told: { id: string; username: string },
): Promise<string> {
  const [one] = await context.people.upsert(org, [told])
  if (typeof one?.person !== 'string') throw new Error('A person of the benchmark could not be told of.')
  return one.person
}

/** Posts of those whom the viewer follows, as many as are wanted in all, with what follows from them. */
export async function fill(ground: Ground, posts: number): Promise<void> {
  const { context, org, viewer } = ground
  const { needs, pusher } = context.social
  const people: string[] = []
  for (let number = 0; number < FOLLOWED; number++)
    people.push(await person(ground, { id: `writer ${number}`, username: `Writer ${number}` }))
  const at = new Date(START).toISOString()
  for (const followee of people)
    await needs.follows.insert({ _id: `${viewer}~${followee}`, org, follower: viewer, followee, state: 'follows', at })
  let done = 0
  await from64Writers(posts, async (number) => {
    const author = people[number % people.length] ?? ''
    const post = postOf({ org, author, number })
    await needs.posts.insert(post)
    await context.social.walls.follow(post)
    if (++done % 10_000 === 0) say(`writing ${done.toLocaleString('en')} of ${posts.toLocaleString('en')} posts`)
  })
  await liven(ground, { posts, people })
  await buildFeed(pusher.needs, { org, id: viewer })
  say('')
}

const LIVELY = 40
const ANSWERS = 3

/** The newest are talked about: each has comments and reactions, one of them the viewer's. */
async function liven({ context, org, viewer }: Ground, { posts, people }: { posts: number; people: string[] }) {
  const actorOf = (id: string) => ({ org, id, name: `Person ${id}`, role: 'member', kind: 'person' }) as const
  for (let number = Math.max(0, posts - LIVELY); number < posts; number++) {
    const { _id: post } = postOf({ org, author: '', number })
    const ref = { org, resource: { type: 'social-post', id: post } }
    for (let answer = 0; answer < ANSWERS; answer++) {
      const actor = actorOf(people[(number + answer) % people.length] ?? '')
      await context.comments.post(
        { actor, ref },
        { text: `Comment ${answer} on ${number}: it was there last week already.` },
      )
      await context.social.react(actor, post, 'like')
    }
    await context.social.react(actorOf(viewer), post, 'heart')
  }
  await startFollowing(context).drained()
}

const TEXT = 'The market has moved to the square behind the station, and stays there until the bridge is done.'

export const postOf = ({ org, author, number }: { org: string; author: string; number: number }) => ({
  ...blankPost({
    id: `bench${String(number).padStart(8, '0')}`,
    org,
    author,
    posted: new Date(START + number * MINUTE_MS).toISOString(),
    audience: { to: 'public', circles: [], people: [] },
  }),
  text: TEXT,
  html: `<p>${TEXT}</p>`,
})
