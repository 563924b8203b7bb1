import type { Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../personal/service.ts'
import type { Held } from './model.ts'
import type { Needs } from './needs.ts'

type ErasingNeeds = Pick<Needs, 'held' | 'reports' | 'acts' | 'bulks'>

const BATCH = 100
const NOBODY = { id: 'erased', name: '' }

/** What waits or waited for a moderator, and what a person had against others' comments. The audit log has ids only. */
export const moderationPlaces = (needs: ErasingNeeds): PersonalPlace[] => [
  {
    name: 'held comments',
    items: (whose) => heldItems(needs, whose),
    erase: (whose) => eraseHeld(needs, whose),
  },
  {
    name: 'reports',
    items: (whose) => reportItems(needs, whose),
    erase: (whose) => eraseReports(needs, whose),
  },
  { name: 'acts as a moderator', erase: (whose) => eraseActs(needs, whose) },
]

async function* allHeld({ held }: ErasingNeeds, { org, id }: Whose): AsyncGenerator<Held> {
  for (let after: Position | null = null; ;) {
    const where = { org, 'author.id': id }
    const page: { docs: Held[]; next: Position | null } = await held.find({
      where,
      sort: { at: 1, _id: 1 },
      limit: BATCH,
      after,
    })
    yield* page.docs
    if (page.next === null) return
    after = page.next
  }
}

/** A shadow is not told of: what it hides is among the comments. */
async function* heldItems(needs: ErasingNeeds, whose: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const { text, at, state, kind, discussion, secretly, opens } of allHeld(needs, whose)) {
    if (secretly) continue
    const brought = opens && { title: opens.title, tags: opens.tags }
    yield { written: at, text, ...brought, kind, discussion, state }
  }
}

async function eraseHeld(needs: ErasingNeeds, whose: Whose): Promise<void> {
  for await (const { _id, state } of allHeld(needs, whose)) {
    const ended = state === 'waiting' || state === 'approved' ? { state: 'withdrawn' as const } : {}
    await needs.held.update(
      { _id },
      { $set: { text: '', html: '', opens: null, author: NOBODY, from: null, ...ended } },
    )
  }
}

async function* reportItems(
  { reports }: ErasingNeeds,
  { org, id }: Whose,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const { docs } = await reports.find({ where: { org, by: id }, limit: 1000 })
  for (const { reason, note, at, discussion, slug } of docs) yield { reason, note, at, discussion, slug }
}

async function eraseReports({ reports }: ErasingNeeds, { org, id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await reports.find({ where: { org, by: id }, limit: BATCH })
    await Promise.all(docs.map(({ _id }) => reports.update({ _id }, { $set: { by: NOBODY.id, note: null } })))
    if (docs.length < BATCH) return
  }
}

/** What was done stays done, by an id that leads to nobody. */
async function eraseActs({ acts, bulks }: ErasingNeeds, { org, id }: Whose): Promise<void> {
  const where = { org, 'by.id': id }
  const nameless = { $set: { 'by.name': '' } } as const
  await eachOf(
    (after) => acts.find({ where, limit: BATCH, after }),
    (_id) => acts.update({ _id }, nameless),
  )
  await eachOf(
    (after) => bulks.find({ where, limit: BATCH, after }),
    (_id) => bulks.update({ _id }, nameless),
  )
}

type Found = { docs: readonly { _id: string }[]; next: Position | null }

async function eachOf(
  find: (after: Position | null) => Promise<Found>,
  change: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let after: Position | null = null; ;) {
    const { docs, next }: Found = await find(after)
    await Promise.all(docs.map(({ _id }) => change(_id)))
    if (next === null) return
    after = next
  }
}
