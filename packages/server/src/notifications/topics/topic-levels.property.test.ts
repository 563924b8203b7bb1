import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { actor, type Ground, groundIn } from '../audience/audience.fixtures.ts'
import { LEVELS, type Level } from '../model.ts'
import type { Forest } from './forest.fixtures.ts'
import { TOPIC_LEVELS, type TopicLevel } from './model.ts'

const NAMES = ['p0', 'p1', 'p2', 'p3']
const TOPICS = ['t0', 't1', 't2', 't3', 't4', 't5']
const AUTHOR = 'ada'

/** Numbers stand for topics that come before: so nothing is under itself. */
type Grown = { parent: number | null; heir: number | null | undefined }
type Choice = { person: number; topic: number; level: TopicLevel | null }
type Wish = { level: Level | null; whereTakingPart: Level; elsewhere: Level; writes: boolean; isMentioned: boolean }
type Scenario = { grown: Grown[]; choices: Choice[]; wishes: Wish[]; at: number }

const earlier = fc.option(fc.nat({ max: TOPICS.length - 1 }), { freq: 4 })
const level = fc.constantFrom(...LEVELS)

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  grown: fc.array(fc.record({ parent: earlier, heir: fc.option(earlier, { nil: undefined, freq: 1 }) }), {
    minLength: TOPICS.length,
    maxLength: TOPICS.length,
  }),
  choices: fc.array(
    fc.record({
      person: fc.nat({ max: NAMES.length - 1 }),
      topic: fc.nat({ max: TOPICS.length - 1 }),
      level: fc.option(fc.constantFrom(...TOPIC_LEVELS), { freq: 6 }),
    }),
    { maxLength: 14 },
  ),
  wishes: fc.array(
    fc.record({
      level: fc.option(level, { freq: 1 }),
      whereTakingPart: level,
      elsewhere: level,
      writes: fc.boolean(),
      isMentioned: fc.boolean(),
    }),
    { minLength: NAMES.length, maxLength: NAMES.length },
  ),
  at: fc.nat({ max: TOPICS.length - 1 }),
})

const before = (at: number, one: number | null): number | null => (one === null || one >= at ? null : one)

const isLive = ({ grown }: Scenario, at: number): boolean => grown[at]?.heir === undefined

/** The next above it that is there. */
function parentOf(scenario: Scenario, at: number): number | null {
  const parent = before(at, scenario.grown[at]?.parent ?? null)
  return parent === null || isLive(scenario, parent) ? parent : parentOf(scenario, parent)
}

/** What it stands for in the end; null where nothing took over. */
function heirOf(scenario: Scenario, at: number): number | null {
  if (isLive(scenario, at)) return at
  const heir = before(at, scenario.grown[at]?.heir ?? null)
  return heir === null ? null : heirOf(scenario, heir)
}

function forestOf(scenario: Scenario, isMerged: boolean): Forest {
  const keyOf = (at: number | null): string | null => (at === null ? null : (TOPICS[at] ?? null))
  return Object.fromEntries(
    TOPICS.map((key, at) => {
      const heir = keyOf(before(at, scenario.grown[at]?.heir ?? null))
      const isGone = isMerged && !isLive(scenario, at)
      return [key, { parent: keyOf(parentOf(scenario, at)), ...(isGone && { heir }) }]
    }),
  )
}

/** Topic by topic upwards, what this person chose there last. */
function chosenAbove(scenario: Scenario, person: number): TopicLevel | null {
  const chosen = new Map<number, { level: TopicLevel; order: number }>()
  for (const [order, choice] of scenario.choices.entries())
    if (choice.person === person)
      if (choice.level === null) chosen.delete(choice.topic)
      else chosen.set(choice.topic, { level: choice.level, order })
  let at: number | null = heirOf(scenario, scenario.at) ?? scenario.at
  while (at !== null) {
    const own = chosen.get(at)
    if (own !== undefined) return own.level
    const here: number = at
    const merged = [...chosen].filter(([topic]) => topic !== here && heirOf(scenario, topic) === here)
    const last = merged.toSorted(([, a], [, b]) => b.order - a.order)[0]
    if (last !== undefined) return last[1].level
    at = parentOf(scenario, at)
  }
  return null
}

type Holds = { level: Level; isOfTopic: boolean }

function holds(scenario: Scenario, person: number): Holds {
  const wish = scenario.wishes[person]
  if (wish === undefined) throw new Error('There are as many wishes as people.')
  const above = chosenAbove(scenario, person)
  if (wish.level !== null) return { level: wish.level, isOfTopic: false }
  if (above !== null) return { level: above, isOfTopic: true }
  return { level: wish.writes ? wish.whereTakingPart : wish.elsewhere, isOfTopic: false }
}

function told(scenario: Scenario, person: number): string | null {
  const { level: held, isOfTopic } = holds(scenario, person)
  const { writes = false, isMentioned = false } = scenario.wishes[person] ?? {}
  const reason = isMentioned ? 'mention' : writes ? 'participating' : held === 'watching' ? 'watching' : null
  if (reason === null) return null
  if (held === 'muted') return `${reason} - ${isOfTopic ? 'muted-topic' : 'muted-discussion'}`
  return held === 'mentions' && reason !== 'mention' ? `${reason} - level` : reason
}

async function play(g: Ground, scenario: Scenario): Promise<string> {
  g.world.forest = forestOf(scenario, false)
  for (const choice of scenario.choices)
    await g.topicLevel(NAMES[choice.person] ?? '', TOPICS[choice.topic] ?? '', choice.level)
  g.world.forest = forestOf(scenario, true)
  await g.place(TOPICS[scenario.at] ?? '')
  const mentioned: string[] = []
  for (const [at, { level: chosen, writes, isMentioned, ...defaults }] of scenario.wishes.entries()) {
    const name = NAMES[at] ?? ''
    if (writes) await g.say(name, 'here')
    if (isMentioned) mentioned.push(`@${name}`)
    await g.level(name, chosen)
    await g.choose(name, defaults)
  }
  return (await g.say(AUTHOR, `said ${mentioned.join(' ')}`)).event
}

describeEngines('whatever people choose for topics, and whatever becomes of these', (engine) => {
  const run = async (scenario: Scenario): Promise<void> => {
    const g = await groundIn(await engine.open(collections), [AUTHOR, ...NAMES])
    g.needs.page = 2
    try {
      const found = await g.told(await play(g, scenario))
      const expected = NAMES.flatMap((name, at) => {
        const one = told(scenario, at)
        return one === null ? [] : [[name, one]]
      })
      expect(found).toEqual(Object.fromEntries(expected))
      for (const [at, name] of NAMES.entries()) {
        const { level: held, fromTopic } = await g.levels.levelOf(actor(name), { discussion: g.discussion })
        expect({ level: held, isOfTopic: fromTopic !== null }, name).toEqual(holds(scenario, at))
      }
    } finally {
      await g.store.close()
    }
  }

  it('the level that holds is that of a plain model, and so is who is told', { timeout: 120_000 }, async () => {
    const numRuns = engine.kind === 'sqlite' ? 100 : 15
    await fc.assert(fc.asyncProperty(scenarios, run), { numRuns })
  })
})
