import type { Store } from '@palaver/store'
import { Comments, type Discussion } from '../comments/service.ts'
import type { Moderation } from '../moderation/service.ts'
import { actorOf, EDITOR, ORG } from './people.ts'
import type { Line } from './talks/line.ts'
import { HELD_SOUP } from './talks/soup.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MOST_LINES = 100

type Needs = { store: Store; comments: Comments; moderation: Pick<Moderation, 'rules' | 'putRules'> }

type Opening = Parameters<Comments['needs']['discussions']['open']>[0]

/** A discussion that the demo begins with. */
export type Seed = {
  opening: Omit<Opening, 'org'>
  talk: readonly Line[]
  /** When it was opened, in milliseconds. */
  begun: number
  finish?: 'closed' | 'pre-moderated' | undefined
  /** Nobody is notified of it. */
  isQuiet?: boolean
}

/** Long enough ago for all that is said of it, in milliseconds. */
export function begunAt({ daysAgo, talk }: { daysAgo: number; talk: readonly Line[] }, made: number): number {
  const talkedMinutes = talk.reduce((sum, { after }) => sum + after, 0)
  return made - daysAgo * DAY_MS - talkedMinutes * MINUTE_MS
}

/**
 * Opens a discussion when it began, and lets people talk as if it were then. Nobody else writes meanwhile, so one that
 * was interrupted goes on behind what is there.
 */
export async function plant(needs: Needs, { opening, talk, begun, finish, isQuiet = false }: Seed): Promise<void> {
  const clock = { at: begun }
  const then = inThePast(needs, clock, isQuiet)
  const { discussion } = await then.needs.discussions.open({ org: ORG, ...opening })
  const ref = { discussion: discussion._id }
  const { comments: there } = await then.views.chronological(discussion, 'oldest', { cursor: null, limit: MOST_LINES })
  const slugs = there.map(({ slug }) => slug)
  for (const [number, line] of talk.entries()) {
    clock.at += line.after * MINUTE_MS
    const parent = line.to === undefined ? null : (slugs[line.to] ?? null)
    const slug =
      slugs[number] ?? (await then.post({ actor: actorOf(line.by), ref }, { text: line.text, parent })).comment.slug
    slugs[number] = slug
    await applaud(then, discussion, { slug, line })
  }
  if (finish === 'closed') await then.configure({ actor: EDITOR, ref }, { settings: { state: 'closed' } })
  if (finish === 'pre-moderated') await lookAtFirst(needs, discussion)
}

/** The same comments, of another time; what is posted there is not judged. */
const inThePast = ({ store, comments }: Needs, clock: { at: number }, isQuiet: boolean): Comments =>
  new Comments({
    store,
    rulesOf: comments.needs.rulesOf,
    mentioned: comments.needs.mentioned,
    changed: comments.needs.changed,
    topics: comments.needs.topics,
    isQuiet,
    world: { now: () => clock.at },
  })

type Applause = { slug: string; line: Line }

async function applaud(comments: Comments, { _id }: Discussion, { slug, line }: Applause): Promise<void> {
  const ref = { discussion: _id }
  for (const by of line.likes ?? []) await comments.vote({ actor: actorOf(by), ref }, { slug, value: 1 })
  for (const [name, people] of Object.entries(line.reactions ?? {}))
    for (const by of people) await comments.react({ actor: actorOf(by), ref }, { slug, name, on: true })
}

/** From now on everything there waits for a moderator; one comment does so already. */
async function lookAtFirst({ comments, moderation }: Needs, { _id }: Discussion): Promise<void> {
  const { phases, rev } = await moderation.rules.read(ORG)
  if (!phases.some(({ phase }) => phase === 'pre-moderation'))
    await moderation.putRules(EDITOR, [...phases, { phase: 'pre-moderation', discussions: [_id] }], rev)
  const { by, text } = HELD_SOUP
  await comments.post({ actor: actorOf(by), ref: { discussion: _id }, key: 'demo' }, { text })
}
