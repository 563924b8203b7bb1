import {
  BLANK_PROFILE,
  LONGEST_BIO,
  type OwnProfile,
  type People,
  type PersonDocument,
  type ProfileField,
  type ProfilePatch,
} from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Comments } from '../../comments/service.ts'
import { noPerson } from '../policy.ts'
import type { PhotoShelf } from '../posts/needs.ts'
import { personBrief } from '../views/person-brief.ts'

export type ProfileNeeds = {
  people: Pick<People, 'many' | 'reviseProfile'>
  comments: () => Pick<Comments, 'preview'>
  photos: PhotoShelf
  picturesOf: Parameters<typeof personBrief>[1]
  /** What the org has its people say of themselves. */
  profileFieldsOf: (org: string) => Promise<readonly ProfileField[]>
}

/** How somebody is shown, for themselves. */
export type ProfileView = OwnProfile & {
  name: string
  avatar: string | null
  /** What the org has its people say of themselves. */
  offers: ProfileField[]
}

export const pictureHolder = (person: string): string => `picture~${person}`

export async function profileOf(needs: ProfileNeeds, actor: Actor): Promise<ProfileView> {
  requirePerson(actor)
  const person = (await needs.people.many(actor.org, [actor.id])).get(actor.id)
  if (person === undefined || person.erased !== null) throw noPerson()
  return viewOf(needs, person)
}

async function viewOf({ picturesOf, profileFieldsOf }: ProfileNeeds, person: PersonDocument): Promise<ProfileView> {
  const { name, avatar } = personBrief(person, picturesOf)
  const offers = [...(await profileFieldsOf(person.org))]
  return { ...BLANK_PROFILE, ...person.profile, name, avatar, offers }
}

export type Patching = { patch: ProfilePatch; ifMatch: readonly string[] | null }

/**
 * The picture is claimed before the write that names it, and the former one is let go after it: whoever dies in between
 * leaves a photo that its keeper asks about, never a picture that is not there.
 */
export async function reviseProfile(
  needs: ProfileNeeds,
  actor: Actor,
  { patch, ifMatch }: Patching,
): Promise<ProfileView> {
  requirePerson(actor)
  const { bio, ...rest } = patch
  if (patch.fields !== undefined) await requireFields(needs, actor.org, patch.fields)
  const revision = { ...rest, ...(bio !== undefined && (await renderedBio(needs, actor, bio))) }
  const holder = pictureHolder(actor.id)
  const before = await profileOf(needs, actor)
  if (typeof patch.picture === 'string') await needs.photos.claim(actor, [patch.picture], holder)
  try {
    const person = await needs.people.reviseProfile(actor, { revision, ifMatch })
    await letGo(needs, { org: actor.org, id: actor.id }, before.picture)
    return viewOf(needs, person)
  } catch (error) {
    await letGo(needs, { org: actor.org, id: actor.id }, patch.picture ?? null)
    throw error
  }
}

/** A photo that is not the person's picture at this moment. */
async function letGo(
  { photos, people }: ProfileNeeds,
  { org, id }: { org: string; id: string },
  photo: string | null,
): Promise<void> {
  if (photo === null) return
  const now = (await people.many(org, [id])).get(id)
  if (now?.profile?.picture !== photo) await photos.release(org, pictureHolder(id), [photo])
}

async function renderedBio(
  { comments }: ProfileNeeds,
  actor: Actor,
  bio: string,
): Promise<Pick<OwnProfile, 'bio' | 'bioHtml'>> {
  if (bio.trim() === '') return { bio: '', bioHtml: '' }
  try {
    const { text, html } = await comments().preview(actor, bio, LONGEST_BIO)
    return { bio: text, bioHtml: html }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid') throw error
    const message = `must be text that can be seen, of at most ${LONGEST_BIO} characters`
    throw new Refusal('invalid', `bio ${message}.`, [{ path: 'bio', message }])
  }
}

async function requireFields(
  { profileFieldsOf }: ProfileNeeds,
  org: string,
  fields: NonNullable<ProfilePatch['fields']>,
): Promise<void> {
  const known = await profileFieldsOf(org)
  const at = fields.findIndex(({ name }) => !known.some((field) => field.name === name))
  if (at === -1) return
  const message = `must be one of the fields that the site has: ${known.map(({ name }) => name).join(', ') || 'none'}`
  throw new Refusal('invalid', `fields.${at}.name ${message}.`, [{ path: `fields.${at}.name`, message }])
}

function requirePerson({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Only people have profiles: sign in.')
}
