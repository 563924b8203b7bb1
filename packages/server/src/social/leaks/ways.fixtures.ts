import { idOf } from '../../notifications/acceptance/people.fixtures.ts'
import type { Ground } from './ground.fixtures.ts'
import type { Subject } from './reading.fixtures.ts'

const [PUBLIC, FOLLOWERS] = [{ to: 'public' }, { to: 'followers' }]
export const WORDS = ['zzpost', 'zzsaid', 'zzalt', 'zzplace', 'zzchoice']

export type Made = {
  post: string
  circle: string
  discussion: string
  slug: string
  photo: string
  subjects: Subject[]
}
export type Way = {
  name: string
  audience: (circle: string) => object
  act: (ground: Ground, made: Made) => Promise<unknown>
  /** On whose wall it is; ada's own where nothing is said. */
  wall?: string
  /** What bob may read afterwards nevertheless. */
  stays?: readonly string[]
  /** It is for everybody still, and so on pages that are the same for all. */
  isOpen?: true
}

const toCircle = (circle: string): object => ({ to: 'chosen', circles: [circle] })
const isPrivate = { isPrivate: true }

/** How bob comes to know no more of a post. */
export const WAYS: Way[] = [
  { name: 'nothing happens', audience: () => PUBLIC, act: async () => {}, stays: WORDS, isOpen: true },
  {
    name: 'ada blocks bob',
    isOpen: true,
    audience: () => PUBLIC,
    act: ({ does }) => does('ada', `PUT /v1/me/blocks/${idOf('bob')}`),
  },
  {
    name: 'bob blocks ada',
    isOpen: true,
    audience: () => PUBLIC,
    act: ({ does }) => does('bob', `PUT /v1/me/blocks/${idOf('ada')}`),
  },
  {
    name: 'ada narrows it',
    audience: () => PUBLIC,
    act: ({ does }, { post }) =>
      does('ada', `PATCH /v1/posts/${post}`, { audience: { to: 'people', people: [idOf('cyd')] } }),
  },
  {
    name: 'ada takes bob out of the circle',
    audience: toCircle,
    act: ({ does }, { circle }) => does('ada', `DELETE /v1/me/circles/${circle}/people/${idOf('bob')}`),
  },
  {
    name: 'ada removes the circle',
    audience: toCircle,
    act: ({ does }, { circle }) => does('ada', `DELETE /v1/me/circles/${circle}`),
  },
  {
    name: 'ada goes private and sends bob away',
    audience: () => PUBLIC,
    act: async ({ does }) => {
      await does('ada', 'PATCH /v1/me/profile', isPrivate)
      await does('ada', `DELETE /v1/me/followers/${idOf('bob')}`)
    },
  },
  {
    name: 'bob follows ada no more',
    audience: () => FOLLOWERS,
    act: ({ does }) => does('bob', `DELETE /v1/me/following/${idOf('ada')}`),
  },
  {
    name: 'ada deletes it',
    audience: () => PUBLIC,
    act: ({ does }, { post }) => does('ada', `DELETE /v1/posts/${post}`),
  },
  {
    name: 'cyd deletes the comment',
    audience: () => PUBLIC,
    act: ({ does }, { discussion, slug }) => does('cyd', `DELETE /v1/discussions/${discussion}/comments/${slug}`),
    stays: WORDS.filter((word) => word !== 'zzsaid'),
  },
  { name: 'ada erases her account', audience: () => PUBLIC, act: ({ does }) => does('ada', 'DELETE /v1/me') },
  {
    name: 'dee declines it on her wall',
    audience: () => PUBLIC,
    wall: 'dee',
    act: ({ does }, { post }) => does('dee', `PUT /v1/posts/${post}/review`, { shows: false }),
  },
  {
    name: 'dee, whose wall it is on, blocks bob',
    isOpen: true,
    audience: () => PUBLIC,
    wall: 'dee',
    act: ({ does }) => does('dee', `PUT /v1/me/blocks/${idOf('bob')}`),
  },
]

/** A post of ada's that bob may see, with all that a post can have, and something that cyd says about it to bob. */
export async function madeIn({ does, photo, choose, settled }: Ground, { audience, wall }: Way): Promise<Made> {
  for (const name of ['bob', 'cyd']) await does(name, `PUT /v1/me/following/${idOf('ada')}`)
  await does('dee', 'PATCH /v1/me/profile', { wall: 'everyone', reviewsWall: false })
  await choose('bob', { mail: 'daily' })
  const { id: circle } = (await does('ada', 'POST /v1/me/circles', { name: 'Near' })).data
  for (const name of ['bob', 'cyd']) await does('ada', `PUT /v1/me/circles/${circle}/people/${idOf(name)}`)
  const shown = await photo('ada', 'zzalt')
  const more = {
    photos: [shown],
    place: { name: 'zzplace', latitude: 1, longitude: 2 },
    poll: { choices: ['zzchoice', 'No'], seconds: 3600 },
    ...(wall !== undefined && { wall: idOf(wall) }),
  }
  const written = await does('ada', 'POST /v1/posts', { text: 'zzpost @bob', audience: audience(circle), ...more })
  const post: string = written.data.id
  const path = `/v1/discussions/-/comments?type=social-post&id=${post}`
  const { data, event } = await does('cyd', `POST ${path}`, { text: 'zzsaid @bob' })
  await does('bob', `POST ${path}`, { text: 'I am here' })
  await does('bob', 'POST /v1/posts', { text: 'Quoted', of: post })
  await does('bob', `POST /v1/posts/${post}/reposts`, {})
  await does('bob', `PUT /v1/posts/${post}/reaction`, { reaction: 'like' })
  await settled()
  const slug = data.comment.slug.replaceAll('/', '.')
  const subject = { socialPost: post, resource: post, discussion: data.discussion, slug, photo: shown }
  const people = ['ada', 'bob', ...(wall === undefined ? [] : [wall])]
  const subjects = people.map((name) => ({
    ...subject,
    person: idOf(name),
    event: name === 'ada' ? written.event : event,
  }))
  return { post, circle, discussion: data.discussion, slug, photo: shown, subjects }
}
