import type { Collection } from '@palaver/store'
import type { Inbox } from '../model.ts'
import type { Whose } from './marking.ts'

export type PresenceNeeds = {
  inboxes: Collection<Inbox>
  /** As it is at this moment: nothing is kept of who was erased. */
  isErased: (whose: Whose) => Promise<boolean>
  now: () => number
}

/** Written no more often than that. */
const PRESENT_MS = 30_000

/** Notes that somebody is there to see what they are told. Nobody else has to know: no event tells of it. */
export async function notePresent({ inboxes, isErased, now }: PresenceNeeds, whose: Whose): Promise<void> {
  const { id, org } = whose
  const at = now()
  const active = new Date(at).toISOString()
  let isNew = false
  await inboxes.change(id, (inbox, to) => {
    isNew = inbox === null
    if (inbox === null) return to.insert({ _id: id, org, readTo: 0, seenTo: 0, active })
    if (inbox.active !== null && at - Date.parse(inbox.active) < PRESENT_MS) return null
    return to.change({ $set: { active } })
  })
  // Who was erased meanwhile was looked through before this came: it must not stay.
  if (isNew && (await isErased(whose))) await inboxes.remove({ _id: id })
}
