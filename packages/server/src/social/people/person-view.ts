import type { ProfileField } from '../../accounts/service.ts'
import type { FollowState, PersonNumbers } from '../model.ts'
import { NO_PERSON } from '../numbers.ts'
import { type PersonBrief, personBrief } from '../views/person-brief.ts'
import { isWithin } from './closeness.ts'
import type { Met } from './meeting.ts'

/** What somebody shows of themselves to one viewer. */
export type PersonView = PersonBrief & {
  bio: string
  links: string[]
  locale: string | null
  fields: { name: string; label: string; value: string }[]
  /** Null where they show nothing but who they are. */
  created: string | null
  numbers: { followers: number; following: number; posts: number }
  /** How the viewer stands with them; null for who is not signed in, and for themselves. */
  you: {
    follows: FollowState | null
    followsYou: boolean
    isMuted: boolean
    isBlocked: boolean
    /** Keys of the viewer's circles that they are in. */
    circles: string[]
    mayWrite: boolean
  } | null
}

export type Extras = {
  numbers: PersonNumbers | null
  circles: string[]
  fields: readonly ProfileField[]
  pictureOf: Parameters<typeof personBrief>[1]
}

export function personView(met: Met, { numbers, circles, fields, pictureOf }: Extras): PersonView {
  const { person, profile, isOpen } = met
  const shown = isOpen ? profile : null
  return {
    ...personBrief(person, pictureOf),
    bio: shown?.bioHtml ?? '',
    links: shown?.links ?? [],
    locale: shown?.locale ?? null,
    fields: isOpen ? fieldsOf(met, fields) : [],
    created: isOpen ? person.created : null,
    numbers: numbersOf(met, numbers ?? NO_PERSON),
    you: youOf(met, circles),
  }
}

/** Of posts that somebody may not see they do not learn how many there are. */
const numbersOf = (
  { isOpen, standing }: Met,
  { followers, following, posts, open }: Pick<PersonNumbers, 'followers' | 'following' | 'posts' | 'open'>,
): PersonView['numbers'] => ({ followers, following, posts: standing.isSelf ? posts : isOpen ? open : 0 })

/** In the order of the org, and under its labels; those that it has no more are not shown. */
const fieldsOf = ({ profile, standing }: Met, defined: readonly ProfileField[]): PersonView['fields'] =>
  defined.flatMap(({ name, label }) => {
    const said = profile.fields.find((field) => field.name === name)
    return said === undefined || !isWithin(said.to, standing) ? [] : [{ name, label, value: said.value }]
  })

function youOf({ person, profile, sight, standing, edge }: Met, circles: string[]): PersonView['you'] {
  if (sight.viewer === null || standing.isSelf) return null
  return {
    follows: edge?.state ?? null,
    followsYou: standing.isFollowed,
    isMuted: sight.isHidden(person._id),
    // Who is blocked is not there to be looked at.
    isBlocked: false,
    circles,
    mayWrite: isWithin(profile.wall, standing),
  }
}
