import type { NewEvent } from '@palaver/store'

/** Ids and reasons; never a text. */
export type Telling = {
  id: string
  org: string
  op: string
  at: string
  by: { id: string; name?: string } | null
  about: {
    person?: string | null
    discussion?: string
    slug?: string | null
    held?: string
    reason?: string | null
    detail?: string
    [more: string]: string | number | null | undefined
  }
}

export const MODERATION = 'moderation'

/** They belong to the org's moderation, not to a discussion: who follows that must not see them. */
export function moderationEvent({ id, org, op, at, by, about }: Telling): NewEvent {
  const told = Object.entries(about).filter(([, value]) => value !== undefined)
  const event = { _id: id, org, subject: `${org}.moderation`, type: MODERATION, op, at }
  const after = Object.fromEntries(told) as NonNullable<NewEvent['after']>
  return { ...event, after, ...(by === null ? {} : { actor: { id: by.id } }) }
}
