import { isGuest, type PersonDocument } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { type Discussion, thingOf } from '../../comments/service.ts'
import type { Following, Level, Reason, Skip } from '../model.ts'
import type { Choices, Preferences } from '../preferences/model.ts'
import { withDefaults } from '../preferences/preferences.ts'
import { joinedReads } from '../joined-reads.ts'
import { chosenAlong } from '../topics/chosen.ts'
import { lineOf } from '../topics/known.ts'
import type { Line, TopicLevel } from '../topics/model.ts'
import { followingId, type Stance, stanceIn } from './levels.ts'
import type { AudienceNeeds } from './needs.ts'

export type RegardingNeeds = Pick<
  AudienceNeeds,
  'followings' | 'topicFollowings' | 'lineOf' | 'people' | 'preferences' | 'mayOf' | 'now'
>
type Needs = RegardingNeeds

/** What is told, to whom it may be in the way. */
export type Scene = {
  org: string
  discussion: Discussion
  doers: readonly string[]
  authors: readonly string[]
  /** Who writes there counts as taking part from this place in the log on. */
  seq: number
}

export type Addressed = {
  person: string
  reason: Reason
  /** Whose words it brings them, where that is not the same for all of the scene. */
  authors?: readonly string[]
}

/** What is known of somebody who may be told, and what is in the way of it. */
export type Regarded = Addressed & {
  skip: Skip | null
  stance: Stance
  who: PersonDocument | null
  preferences: Preferences | null
}

/** Of each there are three edges to ask for, and a query names no more. */
const AT_ONCE = 45

/** Looks at everybody as they are now. Fails where the host cannot be asked who may see this. */
export async function regarded(needs: Needs, scene: Scene, all: readonly Addressed[]): Promise<Regarded[]> {
  const slices = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
    all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  const line = await lineOf(needs, scene.discussion)
  // Side by side, so that the host is asked about all of them at once.
  return (await Promise.all(slices.map((few) => regardedFew(needs, { ...scene, line }, few)))).flat()
}

async function regardedFew(
  needs: Needs,
  scene: Scene & { line: Line },
  few: readonly Addressed[],
): Promise<Regarded[]> {
  const { org, line, seq } = scene
  const ids = [...new Set(few.map(({ person }) => person))]
  const [people, apart, followings, topics, preferences] = await Promise.all([
    Promise.all(ids.map(async (id) => [id, await needs.people.get(org, id)] as const)),
    keptApart(needs, scene, few),
    followingsOf(needs, scene.discussion._id, ids),
    chosenAlong(needs, line, ids),
    needs.preferences.documentsOf(org, ids),
  ])
  const who = new Map(people)
  const mayOf = onceForEach(needs, scene)
  const regard = async (addressed: Addressed): Promise<Regarded> => {
    const { person, reason } = addressed
    const known = { who: who.get(person) ?? null, preferences: preferences.get(person) ?? null }
    const choices = withDefaults(known.preferences?.choices ?? {})
    const chosen = { following: followings.get(person) ?? null, topic: topics.get(person)?.level ?? null, choices }
    const stance = stanceOf(addressed, chosen, seq)
    const skip =
      asPerson(needs, scene, { person, who: known.who }) ??
      (reason === 'moderation' ? null : (apart(addressed) ?? asChosen(needs, scene, { reason, stance, choices }))) ??
      (await asAllowed({ mayOf, reason, who: known.who }))
    return { ...addressed, ...known, stance, skip }
  }
  return Promise.all(few.map(regard))
}

type Choosing = { following: Following | null; topic: TopicLevel | null; choices: Choices }

function stanceOf({ reason }: Addressed, { following, topic, choices }: Choosing, seq: number): Stance {
  const takesPart = reason === 'reply' || reason === 'participating' || (following?.takesPart ?? Infinity) < seq
  return stanceIn({ level: following?.level ?? null, topic, takesPart }, choices)
}

type Somebody = { person: string; who: PersonDocument | null }

export function asPerson(
  { now }: Pick<Needs, 'now'>,
  { doers }: Pick<Scene, 'doers'>,
  { person, who }: Somebody,
): Skip | null {
  if (doers.includes(person)) return 'own-act'
  if (isGuest(person)) return 'guest'
  if (who === null) return 'unknown-person'
  if (who.erased !== null) return 'erased'
  const { ban } = who
  return ban !== null && (ban.until === null || Date.parse(ban.until) > now()) ? 'banned' : null
}

type Apart = (addressed: Addressed) => Skip | null

/** A block holds both ways, whoever made it. Asked from the side on which fewer are: it is the same from either. */
async function keptApart(
  { people: { relations } }: Needs,
  { org, authors: all }: Scene,
  few: readonly Addressed[],
): Promise<Apart> {
  const between = new Map<string, 'mute' | 'block'>()
  const nameOf = (person: string, author: string): string => `${person}\n${author}`
  const pairs = few.flatMap(({ person, authors = all }) => authors.map((author) => ({ person, author })))
  const [people, authors] = [new Set(pairs.map(({ person }) => person)), new Set(pairs.map(({ author }) => author))]
  if (people.size < authors.size)
    for (const person of people)
      for (const [author, kind] of await relations.between({ org, id: person }, [...authors]))
        between.set(nameOf(person, author), kind)
  else
    for (const author of authors)
      for (const [person, kind] of await relations.apartFrom({ org, id: author }, [...people]))
        between.set(nameOf(person, author), kind)
  return ({ person, authors: theirs = all }) => {
    const kinds = theirs.map((author) => between.get(nameOf(person, author)))
    if (kinds.includes('block')) return 'blocked'
    return kinds.includes('mute') ? 'muted-author' : null
  }
}

async function followingsOf(
  { followings }: Pick<Needs, 'followings'>,
  discussion: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, Following>> {
  const found = await joinedReads(followings).all(people.map((person) => followingId(discussion, person)))
  return new Map(found.map((following) => [following.person, following]))
}

/** What is told at each level. */
const TOLD_AT: Readonly<Record<Level, ReadonlySet<Reason>>> = {
  watching: new Set(['mention', 'reply', 'participating', 'watching']),
  participating: new Set(['mention', 'reply', 'participating']),
  mentions: new Set(['mention']),
  muted: new Set(),
}

type Chosen = { reason: Reason; stance: Stance; choices: Choices }

function asChosen({ now }: Needs, { discussion }: Scene, { reason, stance, choices }: Chosen): Skip | null {
  const { mutedUntil, mutedTypes } = choices
  if (mutedUntil !== null && Date.parse(mutedUntil) > now()) return 'muted-all'
  if (mutedTypes.includes(discussion.resource.type)) return 'muted-type'
  const { level, from } = stance
  if (level === 'muted') return from === 'topic' ? 'muted-topic' : 'muted-discussion'
  return TOLD_AT[level].has(reason) ? null : 'level'
}

type May = ReturnType<Needs['mayOf']>

/** Nobody is asked twice about the same person. */
function onceForEach({ mayOf }: Needs, { discussion }: Scene): (who: PersonDocument) => May {
  const asked = new Map<string, May>()
  return (who) => {
    const known = asked.get(who._id) ?? mayOf(actorOf(who), discussion.org, thingOf(discussion))
    asked.set(who._id, known)
    return known
  }
}

type Allowed = { mayOf: (who: PersonDocument) => May; reason: Reason; who: PersonDocument | null }

async function asAllowed({ mayOf, reason, who }: Allowed): Promise<Skip | null> {
  if (who === null) return 'unknown-person'
  const { see, moderate } = await mayOf(who)
  const moderates = who.role === 'admin' || (who.role === 'moderator' && moderate !== false)
  return see && (reason !== 'moderation' || moderates) ? null : 'no-access'
}

/** A person as their own token would tell of them. */
const actorOf = ({ _id, org, name, role, hostId }: PersonDocument): Actor => ({
  org,
  id: _id,
  name,
  role,
  kind: 'person',
  hostId,
})
