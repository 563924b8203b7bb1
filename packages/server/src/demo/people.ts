import { personId } from '../accounts/service.ts'
import type { Actor, Role } from '../api/actor.ts'

export const ORG = 'main'

/** Somebody whom a visitor of the demo can be. `about` is shown beside the name. */
export type Sample = {
  id: string
  name: string
  short: string
  about: string
  role: Role
  /** Not in the bar of every page: they are chosen on their own. */
  isRare?: true
}

export const PEOPLE = [
  { id: 'ada', name: 'Ada Lindqvist', short: 'Ada', about: 'reads everything twice', role: 'member' },
  { id: 'bo', name: 'Bo Adeyemi', short: 'Bo', about: 'drives the night bus', role: 'member' },
  { id: 'haru', name: 'Haru 佐藤', short: 'Haru', about: 'writes from Kyoto', role: 'member' },
  { id: 'mara', name: 'Mara Quill', short: 'Mara', about: 'moderator', role: 'moderator' },
  {
    id: 'wren',
    name: 'Wren Halloran',
    short: 'Wren',
    about: 'runs the magazine, and arranges its topics',
    role: 'admin',
  },
  { id: 'otis', name: 'Otis Brandt', short: 'Otis', about: 'keeps bees on a roof', role: 'member', isRare: true },
  {
    id: 'ines',
    name: 'Inês Carvalho',
    short: 'Inês',
    about: 'draws maps of what is gone',
    role: 'member',
    isRare: true,
  },
  { id: 'kofi', name: 'Kofi Mensah', short: 'Kofi', about: 'mends radios', role: 'member', isRare: true },
  { id: 'leila', name: 'Leila Farahani', short: 'Leila', about: 'bakes before dawn', role: 'member', isRare: true },
  { id: 'pavel', name: 'Pavel Dvořák', short: 'Pavel', about: 'photographs weather', role: 'member', isRare: true },
  { id: 'juno', name: 'Juno Reyes', short: 'Juno', about: 'asks everybody', role: 'member', isRare: true },
  { id: 'tove', name: 'Tove Nyström', short: 'Tove', about: 'would rather be asked', role: 'member', isRare: true },
] as const satisfies readonly Sample[]

/** Whoever only gave a name, as the site lets them. */
export const GUEST = { id: 'guest', name: 'A passing guest' }

/** Opens and settles discussions; nobody can be the editor. */
export const EDITOR: Actor = {
  org: ORG,
  id: personId(ORG, 'editor'),
  name: 'The editor',
  role: 'admin',
  kind: 'person',
}

export const sampleOf = (id: string): Sample | undefined => PEOPLE.find((person) => person.id === id)

/** The mails of somebody go where nobody reads them. */
export const mailOf = ({ id }: Pick<Sample, 'id'>): string => `${id}@example.org`

export function actorOf(id: string): Actor {
  const { name, role } = sampleOf(id) ?? { name: id, role: 'member' }
  return { org: ORG, id: personId(ORG, id), name, role, kind: 'person', hostId: id }
}
