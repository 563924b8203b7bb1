import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { LEVELS, type Level, type Reason } from '../model.ts'
import { actor, type Ground, groundIn, idOf } from './audience.fixtures.ts'

const NAMES = ['p0', 'p1', 'p2', 'p3', 'p4']

type Said = { by: string; mentions: string[]; parent: number | null; edit: string[] | null }
type Wish = { level: Level | null; whereTakingPart: Level; elsewhere: Level; mutesType: boolean; mutesAll: boolean }
type Relation = { from: string; to: string; kind: 'mute' | 'block' }
type Scenario = { said: Said[]; wishes: Wish[]; relations: Relation[]; hidden: string[] }

const name = fc.constantFrom(...NAMES)
const names = fc.uniqueArray(name, { maxLength: 3 })
const rarely = fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0)
const level = fc.constantFrom(...LEVELS)

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  said: fc.array(
    fc.record({
      by: name,
      mentions: names,
      parent: fc.option(fc.nat({ max: 5 })),
      edit: fc.option(names, { freq: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  wishes: fc.array(
    fc.record({
      level: fc.option(level),
      whereTakingPart: level,
      elsewhere: level,
      mutesType: rarely,
      mutesAll: rarely,
    }),
    { minLength: NAMES.length, maxLength: NAMES.length },
  ),
  relations: fc.array(fc.record({ from: name, to: name, kind: fc.constantFrom('mute', 'block') }), { maxLength: 3 }),
  hidden: fc.uniqueArray(name, { maxLength: 1 }),
})

const textOf = (mentions: readonly string[], more: string): string =>
  `${more} ${mentions.map((one) => `@${one}`).join(' ')}`

const TOLD: Record<Level, Reason[]> = {
  watching: ['mention', 'reply', 'participating', 'watching'],
  participating: ['mention', 'reply', 'participating'],
  mentions: ['mention'],
  muted: [],
}

type Happened = { scenario: Scenario; at: number; isEdit: boolean }

/** Who is told of one comment, or of the edit of it, in plain words. */
function expected(happened: Happened): Record<string, string> {
  const { scenario, at } = happened
  const told = NAMES.flatMap((person, index) => {
    const wish = scenario.wishes[index]
    if (wish === undefined || scenario.said[at]?.by === person) return []
    const chosen = wish.level ?? (takesPart(happened, person) ? wish.whereTakingPart : wish.elsewhere)
    const reason = reasonFor(happened, person, chosen)
    if (reason === null) return []
    const skip = skipFor(happened, person, { ...wish, chosen, reason })
    return [[person, skip === undefined ? reason : `${reason} - ${skip}`]]
  })
  return Object.fromEntries(told)
}

const takesPart = ({ scenario: { said }, at }: Happened, person: string): boolean =>
  said.slice(0, at).some(({ by }) => by === person)

function reasonFor(happened: Happened, person: string, chosen: Level): Reason | null {
  if (isNewlyMentioned(happened, person)) return 'mention'
  if (happened.isEdit) return null
  if (isRepliedTo(happened, person)) return 'reply'
  if (takesPart(happened, person)) return 'participating'
  return chosen === 'watching' ? 'watching' : null
}

function isNewlyMentioned({ scenario, at, isEdit }: Happened, person: string): boolean {
  const { mentions = [], edit } = scenario.said[at] ?? {}
  return isEdit ? edit?.includes(person) === true && !mentions.includes(person) : mentions.includes(person)
}

function isRepliedTo({ scenario: { said }, at }: Happened, person: string): boolean {
  const parent = said[at]?.parent ?? at
  return parent < at && said[parent]?.by === person
}

type Judged = Wish & { chosen: Level; reason: Reason }

function skipFor({ scenario, at }: Happened, person: string, judged: Judged): string | undefined {
  const { relations, hidden, said } = scenario
  const by = said[at]?.by ?? ''
  const is = (from: string, to: string, kind: string): boolean =>
    relations.some((one) => one.from === from && one.to === to && one.kind === kind)
  const skips: [boolean, string][] = [
    [is(person, by, 'block') || is(by, person, 'block'), 'blocked'],
    [is(person, by, 'mute'), 'muted-author'],
    [judged.mutesAll, 'muted-all'],
    [judged.mutesType, 'muted-type'],
    [judged.chosen === 'muted', 'muted-discussion'],
    [!TOLD[judged.chosen].includes(judged.reason), 'level'],
    [hidden.includes(person), 'no-access'],
  ]
  return skips.find(([holds]) => holds)?.[1]
}

type Events = { created: string; edited: string | null }

/** People say what they say, then choose; only then it is found out who is told. */
async function play(g: Ground, { said, wishes, relations, hidden }: Scenario): Promise<Events[]> {
  const slugs: string[] = []
  const events: Events[] = []
  for (const [at, { by, mentions, parent, edit }] of said.entries()) {
    const { event, slug } = await g.say(by, textOf(mentions, 'said'), parent === null ? null : (slugs[parent] ?? null))
    const edited = edit === null ? null : await g.edit(actor(by), slug, textOf(edit, `edited ${at}`))
    slugs.push(slug)
    events.push({ created: event, edited })
  }
  for (const [at, { level: chosen, mutesType, mutesAll, ...defaults }] of wishes.entries()) {
    const person = NAMES[at] ?? ''
    await g.level(person, chosen)
    const mutedUntil = mutesAll ? '2099-01-01T00:00:00.000Z' : null
    await g.choose(person, { ...defaults, mutedTypes: mutesType ? ['page'] : [], mutedUntil })
  }
  for (const { from, to, kind } of relations) await g.people.relations.add(actor(from), kind, idOf(to))
  g.world.mayOf = async (who) => ({ see: !hidden.includes(who?.name ?? ''), comment: true, moderate: null })
  return events
}

describeEngines('whatever people say and choose', (engine) => {
  const run = async (scenario: Scenario): Promise<void> => {
    const g = await groundIn(await engine.open(collections), NAMES)
    try {
      const events = await play(g, scenario)
      for (const [at, { created, edited }] of events.entries()) {
        expect(await g.told(created), `comment ${at}`).toEqual(expected({ scenario, at, isEdit: false }))
        if (edited !== null)
          expect(await g.told(edited), `edit ${at}`).toEqual(expected({ scenario, at, isEdit: true }))
      }
    } finally {
      await g.store.close()
    }
  }

  it('those are told who are told by a plain model', { timeout: 120_000 }, async () => {
    const numRuns = engine.kind === 'sqlite' ? 100 : 15
    await fc.assert(fc.asyncProperty(scenarios, run), { numRuns })
  })
})
