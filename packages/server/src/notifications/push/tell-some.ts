import type { LoggedEvent } from '@palaver/store'
import { TryLater } from '../../events/queue-model.ts'
import { sideBySide } from '../centre/side-by-side.ts'
import type { Candidate, Telling } from '../model.ts'
import { tellingIdOf } from '../windows/telling.ts'
import type { PushNeeds } from './needs.ts'
import { plainSkip } from './plain-skip.ts'
import { holdAgain, type Pending, tellOne } from './tell-one.ts'
import { isSettled, note } from './telling.ts'

type Attempt = { event: LoggedEvent; signal: AbortSignal }
/** Why some could not be told, and how long to wait before they are tried again. */
type Told = { failures: unknown[]; afterMs: number }

/** Tells some of those whom an event concerns; what the host has to be asked is asked once, and last. */
export async function tellSome(needs: PushNeeds, some: readonly Candidate[], attempt: Attempt): Promise<Told> {
  const pending: Pending[] = []
  const failures: unknown[] = []
  const each = async (work: () => Promise<void>): Promise<void> => work().catch((error) => void failures.push(error))
  const earlier = await earlierOf(needs, some, attempt.event)
  await sideBySide(some, (candidate) =>
    each(async () => {
      const found = await pendingOf(needs, candidate, { event: attempt.event, earlier })
      if (found !== null) pending.push(found)
    }),
  )
  await each(async () => {
    const items = pending.map(({ item }) => item)
    const checked = await needs.audiences.checkAll(items, 'push')
    const all = pending.map((one, at) => ({ one, check: checked[at] ?? { skip: 'not-there' as const } }))
    await sideBySide(all, ({ one, check }) => each(() => tellOne(needs, one, { check, signal: attempt.signal })))
  })
  const waits = failures.flatMap((error) => (error instanceof TryLater ? [error.afterMs] : []))
  return { failures, afterMs: Math.max(0, ...waits) }
}

type Earlier = ReadonlyMap<string, Telling>

async function earlierOf({ tellings }: PushNeeds, some: readonly Candidate[], event: LoggedEvent): Promise<Earlier> {
  const ids = some.map(({ person }) => tellingIdOf({ event: event._id, person }, 'push'))
  const { docs } = await tellings.find({ where: { _id: { $in: ids } }, limit: Math.max(1, ids.length), next: false })
  return new Map(docs.map((telling) => [telling.person, telling]))
}

type Known = { event: LoggedEvent; earlier: Earlier }

/** Null for what is done with: told before, waiting for the end of quiet hours, or not to be told for a plain reason. */
async function pendingOf(
  needs: PushNeeds,
  { person, reason, skip }: Candidate,
  { event, earlier: all }: Known,
): Promise<Pending | null> {
  const item = needs.audiences.aboutOf(event, { person, reason })
  const earlier = all.get(person) ?? null
  if (earlier !== null && isSettled(earlier)) return null
  if (earlier !== null && earlier.window !== null) {
    await holdAgain(needs, item)
    return null
  }
  const reasonNot = skip ?? (await plainSkip(needs, item, item.at))
  if (reasonNot === null) return { item, earlier }
  await note(needs, item, { state: 'skipped', skip: reasonNot })
  return null
}
