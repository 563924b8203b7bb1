import type { LoggedEvent } from '@palaver/store'
import { TryLater } from '../../events/queue-model.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Candidate, Telling } from '../model.ts'
import { begunAnew, tellingsOf } from '../windows/anew.ts'
import { tellingIdOf } from '../windows/telling.ts'
import type { PushNeeds } from './needs.ts'
import { plainSkip } from './plain-skip.ts'
import { holdAgain, type Pending, tellOne } from './tell-one.ts'
import { isSettled, note } from './telling.ts'

/** `isAgain`: it was put aside, and comes once more. */
type Attempt = { event: LoggedEvent; isAgain: boolean; signal: AbortSignal }
/** Why some could not be told, and after how many ms the first of them can be tried again. */
type Told = { failures: unknown[]; afterMs: number }

/** Tells some of those whom an event concerns; what the host has to be asked is asked once, and last. */
export async function tellSome(needs: PushNeeds, some: readonly Candidate[], attempt: Attempt): Promise<Told> {
  const pending: Pending[] = []
  const failures: unknown[] = []
  const each = async (work: () => Promise<void>): Promise<void> => work().catch((error) => void failures.push(error))
  const earlier = await earlierOf(needs, some, attempt)
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
  await needs.forgetErased(
    attempt.event.org,
    some.map(({ person }) => person),
  )
  const waits = failures.map((error) => (error instanceof TryLater ? error.afterMs : 0))
  return { failures, afterMs: Math.min(...waits) }
}

type Earlier = ReadonlyMap<string, Telling>

async function earlierOf(needs: PushNeeds, some: readonly Candidate[], { event, isAgain }: Attempt): Promise<Earlier> {
  const ids = some.map(({ person }) => tellingIdOf({ event: event._id, person }, 'push'))
  const known = await tellingsOf(needs, ids)
  const all = isAgain ? await Promise.all(known.map((telling) => begunAnew(needs, telling))) : known
  return new Map(all.map((telling) => [telling.person, telling]))
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
