import { discussion, post, react, vote } from '@palaver/client'
import { pin } from '@palaver/client/moderation'
import { moderator, type Stage } from '../stage.ts'

export const TALK = { type: 'article', id: 'night-trains' }

type Said = {
  by: string
  text: string
  hoursAgo: number
  under?: number
  votes?: number
  reactions?: readonly string[]
}

/** What people might say under an article about night trains. */
const SAID: readonly Said[] = [
  {
    by: 'Noor Haddad',
    text: 'I took the sleeper to Vienna last month. **Book the top bunk**: nobody climbs over you at the border, and the window is yours.',
    hoursAgo: 50,
    votes: 5,
    reactions: ['heart', 'laugh', 'heart'],
  },
  {
    by: 'Emil Brandt',
    text: 'And bring your own pillow. The one they give you is a rumour.',
    hoursAgo: 47,
    under: 0,
    votes: 3,
    reactions: ['laugh'],
  },
  { by: 'Noor Haddad', text: '@Emil_Brandt noted for next time.', hoursAgo: 46, under: 1, votes: 1 },
  {
    by: 'Sofia Marchetti',
    text: 'The article leaves out the part that matters:\n\n> Three countries, three ticket systems, and none of them talk to each other.\n\nUntil *that* is mended, most people will fly.',
    hoursAgo: 20,
    votes: 4,
    reactions: ['wow'],
  },
  {
    by: 'Kofi Mensah',
    text: 'There is a list of what can be booked through at https://trains.example/through-tickets, it is longer than I thought.',
    hoursAgo: 18,
    under: 3,
    votes: 2,
  },
  {
    by: 'Yuki Tanaka',
    text: 'Does anyone know whether bicycles are taken on the new line?',
    hoursAgo: 3,
    votes: 1,
    reactions: ['wow'],
  },
]

const HOUR_MS = 3_600_000
const VOTERS = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eli']

export type Clock = { at: number }

/** Lets them say it, each at the time given; the clock ends where it is now. */
export async function converse(stage: Stage, clock: Clock): Promise<string[]> {
  const [end, slugs] = [Date.now(), [] as string[]]
  const as = async (name: string) => discussion(await stage.as(name), TALK)
  for (const { by, text, hoursAgo, under, votes = 0, reactions = [] } of SAID) {
    clock.at = end - hoursAgo * HOUR_MS
    const answer = await post(await as(by), { text, parent: under === undefined ? null : (slugs[under] ?? null) })
    if ('held' in answer) throw new Error(`It is held: ${text}`)
    const { slug } = answer.comment
    slugs.push(slug)
    for (const name of VOTERS.slice(0, votes)) await vote(await as(name), { slug, value: 1 })
    for (const [at, name] of reactions.entries()) await react(await as(VOTERS[at] ?? ''), { slug, name })
  }
  clock.at = end
  await pin(discussion(await stage.as(moderator('Mo')), TALK), { slug: slugs[0] ?? '' })
  await stage.settled()
  return slugs
}
