import type { Actor } from '../../api/actor.ts'
import type { Photos } from '../../files/service.ts'
import { holderOf, type Social } from '../../social/service.ts'
import { actorOf } from '../people.ts'
import { drawFace } from './drawing/face.ts'
import { FACES } from './drawing/faces.ts'
import { drawScene } from './drawing/scenes.ts'
import { POSTS } from './posts.ts'
import type { SamplePost } from './sample.ts'

/** What shows photos, or what does, comes when there are some. */
export const isPictured = ({ photos, quotes, passesOn }: SamplePost): boolean =>
  photos !== undefined || POSTS.some((other) => other.id === (passesOn ?? quotes) && isPictured(other))

type Needs = { photos: Photos; social: Social }

export async function portray({ photos, social }: Needs, id: string): Promise<void> {
  const face = FACES[id]
  if (face === undefined) return
  const actor = actorOf(id)
  const { _id: picture } = await photos.upload(actor, drawFace(face))
  await social.people.reviseProfile(actor, { picture }, null)
}

/** The ids of the pictures that a post shows, which are for it alone from now on. */
export async function hang({ photos }: Pick<Needs, 'photos'>, { id, by, photos: shown = [] }: SamplePost) {
  const actor = actorOf(by)
  const ids: string[] = []
  for (const { scene, alt } of shown) ids.push(await brought(photos, actor, { scene, alt }))
  if (ids.length > 0) await photos.claim(actor, ids, holderOf(id))
  return ids
}

async function brought(photos: Photos, actor: Actor, { scene, alt }: { scene: string; alt: string }): Promise<string> {
  const { _id } = await photos.upload(actor, drawScene(scene))
  await photos.describe(actor, _id, alt)
  return _id
}
