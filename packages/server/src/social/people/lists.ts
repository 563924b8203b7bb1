import type { Collection, Page, Position } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import type { Follow, Follower } from '../model.ts'
import type { SealedPlaces } from '../news/sealing.ts'
import { type SightNeeds, sightOf, type Viewer } from '../sight.ts'
import { type PersonBrief, personBrief } from '../views/person-brief.ts'
import { isWithin } from './closeness.ts'
import { meet } from './meeting.ts'

export type ListNeeds = SightNeeds & {
  followers: Collection<Follower>
  picturesOf: Parameters<typeof personBrief>[1]
  /** Where a list goes on may be behind somebody whom the viewer does not see, and says when they came. */
  places: Pick<SealedPlaces, 'seal' | 'open'>
}

export type Asked = { limit: number; cursor: string | null }
type Row = { person: PersonBrief; at: string }
type Rows = { rows: Row[]; next: string | null }

const MOST_ROUNDS = 6
const NOBODY = { people: [], next: null }

export type Side = 'followers' | 'following'
export type PeopleListed = { people: PersonBrief[]; next: string | null }

/** The newest first; whom the viewer cannot meet is left out, and where the list is not for them, all are. */
export async function listed(
  needs: ListNeeds,
  viewer: Viewer,
  { of, side, ...asked }: Asked & { of: string; side: Side },
): Promise<PeopleListed> {
  const { profile, standing, isOpen } = await meet(needs, viewer, of)
  if (!isOpen || !isWithin(profile.lists, standing)) return NOBODY
  const { rows, next } = await filled(needs, viewer, { ...asked, read: pagesOf(needs, of, side) })
  return { people: rows.map(({ person }) => person), next }
}

/** Who asks to follow somebody. */
export async function asking(
  needs: ListNeeds,
  { org, id }: Actor,
  asked: Asked,
): Promise<{ people: Row[]; next: string | null }> {
  const where = { followee: id, state: 'asked' as const }
  const read: Read = async (limit, after) =>
    pageOf(await needs.followers.find({ where, sort: { at: -1, follower: 1 }, limit, after }), 'follower')
  const { rows, next } = await filled(needs, { org, actor: { org, id } }, { ...asked, read })
  return { people: rows, next }
}

type Listing = { rows: { id: string; at: string }[]; isMore: boolean }
type Read = (limit: number, after: Position | null) => Promise<Listing>

const pagesOf = ({ follows, followers }: ListNeeds, of: string, side: Side): Read =>
  side === 'followers'
    ? async (limit, after) => {
        const where = { followee: of, state: 'follows' as const }
        return pageOf(await followers.find({ where, sort: { at: -1, follower: 1 }, limit, after }), 'follower')
      }
    : async (limit, after) => {
        const where = { follower: of, state: 'follows' as const }
        return pageOf(await follows.find({ where, sort: { at: -1, followee: 1 }, limit, after }), 'followee')
      }

const pageOf = ({ docs, next }: Page<Follow>, who: 'follower' | 'followee'): Listing => ({
  rows: docs.map((doc) => ({ id: doc[who], at: doc.at })),
  isMore: next !== null,
})

/** Who is not there for the viewer costs a place, which is filled again. */
async function filled(
  needs: ListNeeds,
  viewer: Viewer,
  { limit, cursor, read }: Asked & { read: Read },
): Promise<Rows> {
  const rows: Row[] = []
  let place = cursor === null ? null : needs.places.open(cursor)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const page = await read(limit - rows.length, place === null ? null : [place.posted, place.post])
    const ids = page.rows.map(({ id }) => id)
    const sight = await sightOf(needs, viewer, { people: ids })
    for (const { id, at } of page.rows)
      if (sight.isThere(id) && !sight.isApart(id))
        rows.push({ person: personBrief(sight.people.get(id), needs.picturesOf), at })
    const last = page.isMore ? page.rows.at(-1) : undefined
    place = last === undefined ? null : { posted: last.at, post: last.id }
    if (place === null || rows.length === limit) break
  }
  return { rows, next: place === null ? null : needs.places.seal(place) }
}
