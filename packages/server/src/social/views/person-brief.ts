import type { PersonDocument } from '../../accounts/service.ts'

/** Somebody beside what they wrote: looked up when it is shown, so a new name or picture shows at once, everywhere. */
export type PersonBrief = { id: string; name: string; avatar: string | null; isPrivate: boolean }

export const personBrief = (
  person: PersonDocument | undefined,
  pictureOf: (person: PersonDocument) => string | null,
): PersonBrief => ({
  id: person?._id ?? '',
  name: person?.name ?? '',
  avatar: person === undefined ? null : (pictureOf(person) ?? person.avatar),
  isPrivate: person?.profile?.isPrivate === true,
})
