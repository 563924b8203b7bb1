import type { Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../personal/service.ts'
import type { Held } from './model.ts'
import type { Needs } from './needs.ts'

type ErasingNeeds = Pick<Needs, 'held' | 'reports' | 'authors'>

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

/** A shadow is not told of. */
async function* heldItems(needs: ErasingNeeds, whose: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const { text, at, state, kind, discussion, secretly } of allHeld(needs, whose))
    yield { written: at, text, kind, discussion, state: secretly ? 'published' : state }
}

async function eraseHeld(needs: ErasingNeeds, whose: Whose): Promise<void> {
  for await (const { _id, state } of allHeld(needs, whose)) {
    const ended = state === 'waiting' || state === 'approved' ? { state: 'withdrawn' as const } : {}
    await needs.held.update({ _id }, { $set: { text: '', html: '', author: NOBODY, from: null, ...ended } })
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
