import type { Collection } from '@palaver/store'
import type { PersonalPlace, Whose } from '../personal/service.ts'
import { recordId } from './guests.ts'
import type { OwnProfile, PersonDocument } from './people-model.ts'
import type { Relation } from './relations.ts'

type Needs = { people: Collection<PersonDocument>; relations: Collection<Relation> }

const BATCH = 100

/** What is left of somebody: that they were erased, so that nobody tells of them again. */
export const blankPerson = (at: string): Omit<PersonDocument, '_id' | 'org' | 'created'> => ({
  hostId: '',
  name: '',
  nameKey: '',
  email: null,
  url: null,
  avatar: null,
  role: 'member',
  told: 0,
  ban: null,
  shadow: null,
  erased: at,
})

export const accountPlaces = (needs: Needs): PersonalPlace[] => [
  {
    name: 'profile',
    items: (whose) => profile(needs, whose),
    // It went in the write that erased the person.
    erase: async () => {},
  },
  {
    name: 'mutes and blocks',
    items: (whose) => edges(needs, whose),
    erase: (whose) => removeEdges(needs, whose),
  },
]

async function* profile({ people }: Needs, { org, id }: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const person = await people.get(recordId(org, id))
  if (person === null || person.org !== org) return
  const { hostId, name, email, url, avatar, role, created, ban, hostName } = person
  const own = person.profile === undefined ? {} : saidOf(person.profile)
  yield { id: hostId, name, hostName, email, url, avatar, role, since: created, ban: ban?.reason ?? null, ...own }
}

/** What they said of themselves, without what was made of it. */
const saidOf = ({
  bioHtml: _,
  ownName: __,
  rev: ___,
  ...said
}: OwnProfile): Omit<OwnProfile, 'bioHtml' | 'ownName' | 'rev'> => said

/** Those that the person made; what others made is theirs. */
async function* edges(
  { relations, people }: Needs,
  { org, id }: Whose,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (const kind of ['mute', 'block'] as const) {
    const { docs } = await relations.find({ where: { org, from: id, kind }, sort: { at: -1 }, limit: 1000 })
    for (const { to, at, until } of docs) yield { kind, person: (await people.get(to))?.name ?? to, at, until }
  }
}

async function removeEdges({ relations }: Needs, { org, id }: Whose): Promise<void> {
  for (const kind of ['mute', 'block'] as const)
    for (const where of [
      { org, from: id, kind },
      { org, to: id, kind },
    ])
      for (;;) {
        const { docs } = await relations.find({ where, limit: BATCH })
        await Promise.all(docs.map(({ _id }) => relations.remove({ _id })))
        if (docs.length < BATCH) break
      }
}
