import { idOf, ORG } from '../../notifications/acceptance/people.fixtures.ts'
import type { Ground } from './ground.fixtures.ts'
import type { Subject } from './reading.fixtures.ts'

/** `knownTo`: those who may learn of it. `isId`: it stands in what is asked, too. */
export type Secret = { name: string; word: string; knownTo: readonly string[]; isId?: boolean }
type Told = { text: string; audience?: object; more?: object }

/** Those who see what is held or reported; a key among them. */
const STAFF = ['mod', 'root', 'moderation']
export const PEOPLE = ['ada', 'fay', 'cyd', 'pia', 'nan', 'sam', 'blu', 'bly', 'mut', 'pri', 'mod', 'root']

/** How people here write, so that what is written can be asked about later. */
function writingIn({ does }: Ground) {
  const secrets: Secret[] = []
  const subjects: Subject[] = []
  const secret: Note = (word, ...knownTo) => {
    secrets.push({ name: word, word, knownTo: [word.endsWith('private') ? 'pri' : 'ada', ...knownTo] })
    return word
  }
  const write = async (as: string, { text, audience = { to: 'public' }, more = {} }: Told) => {
    const { data, event } = await does(as, 'POST /v1/posts', { text, audience, ...more })
    const subject = { socialPost: data.id, resource: data.id, event, person: idOf(as) }
    subjects.push(subject)
    return subject
  }
  const comment = async (as: string, { resource }: { resource: string }, text: string): Promise<void> => {
    const { data, event } = await does(as, `POST /v1/discussions/-/comments?type=social-post&id=${resource}`, { text })
    const asked = { discussion: data.discussion, slug: data.comment.slug.replaceAll('/', '.'), event }
    subjects.push({ socialPost: resource, resource, person: idOf(as), ...asked })
  }
  return { secrets, subjects, secret, write, comment }
}

type Writers = ReturnType<typeof writingIn>

/** Posts of ada's and of a private person's, each with words that only some may read, and what is said about them. */
export async function secretsIn(ground: Ground): Promise<Pick<Writers, 'secrets' | 'subjects'>> {
  const writers = writingIn(ground)
  await meet(ground, writers.secret)
  await forCircles(ground, writers)
  await forPeople(ground, writers)
  await forFollowers(ground, writers)
  await forAll(ground, writers)
  return writers
}

async function forCircles({ does }: Ground, { secrets, secret, write, comment }: Writers): Promise<void> {
  const { id: circle } = (await does('ada', 'POST /v1/me/circles', { name: secret('zzcirclename') })).data
  for (const name of ['cyd', 'nan']) await does('ada', `PUT /v1/me/circles/${circle}/people/${idOf(name)}`)
  secrets.push({ name: 'circle', word: circle, knownTo: ['ada'], isId: true })
  secrets.push({ name: 'who else it is for', word: idOf('nan'), knownTo: ['ada'], isId: true })
  const circles = await write('ada', { text: secret('zzallcircles', 'cyd'), audience: { to: 'circles' } })
  const chosen = await write('ada', { text: secret('zzchosen', 'cyd'), audience: { to: 'chosen', circles: [circle] } })
  await comment('cyd', chosen, `${secret('zzsaidtochosen', 'cyd')} @sam`)
  await write('cyd', { text: 'Look at this', more: { of: chosen.resource } })
  await does('cyd', `POST /v1/posts/${circles.resource}/reposts`, { audience: { to: 'public' } })
  secrets.push({ name: 'post for chosen', word: chosen.resource, knownTo: ['ada', 'cyd'], isId: true })
}

async function forPeople({ photo, does, context }: Ground, writers: Writers): Promise<void> {
  const { secrets, subjects, secret, write, comment } = writers
  const link = `https://example.org/${secret('zzlink', 'pia')}`
  await context.previews.tell(ORG, link, { title: secret('zzpreview', 'pia') })
  const shown = await photo('ada', secret('zzalt', 'pia'))
  const people = await write('ada', {
    text: `${secret('zzpeople', 'pia')} @fay @pia`,
    audience: { to: 'people', people: [idOf('pia'), idOf('nan')] },
    more: {
      link,
      photos: [shown],
      place: { name: secret('zzplace', 'pia'), latitude: 1, longitude: 2 },
      poll: { choices: [secret('zzchoice', 'pia'), 'No'], seconds: 3600 },
    },
  })
  subjects.push({ ...people, photo: shown })
  await comment('pia', people, `${secret('zzsaidtopeople', 'pia')} @fay`)
  secrets.push({ name: 'post for people', word: people.resource, knownTo: ['ada', 'pia'], isId: true })
  const edited = await write('ada', { text: secret('zzearlier'), audience: { to: 'people', people: [idOf('pia')] } })
  await does('ada', `PATCH /v1/posts/${edited.resource}`, { text: secret('zzedited', 'pia') })
  await write('ada', { text: secret('zzonwall', 'pia'), more: { wall: idOf('pia') } })
}

async function forFollowers({ does }: Ground, { secret, write, comment }: Writers): Promise<void> {
  const text = secret('zzfollowers', 'fay', 'mut', ...STAFF)
  const followers = await write('ada', { text, audience: { to: 'followers' } })
  await comment('fay', followers, secret('zzsaidtofollowers', 'fay', 'mut'))
  await does('fay', `POST /v1/posts/${followers.resource}/reports`, { reason: 'spam', text: null })
  const hidden = await write('pri', { text: secret('zzofprivate', 'fay') })
  await comment('fay', hidden, `${secret('zzsaidtoprivate', 'fay')} @sam`)
}

async function forAll({ does }: Ground, { secret, write, comment }: Writers): Promise<void> {
  await write('ada', { text: `${secret('zzheld', ...STAFF)} waits` })
  await does('ada', 'PUT /v1/me/muted-words', { words: [{ word: secret('zzmutedword'), until: null }] })
  const open = await write('ada', { text: 'For all' })
  await comment('sam', open, 'For all as well @ada')
  for (const name of ['fay', 'pia', 'sam'])
    await does(name, `PUT /v1/posts/${open.resource}/reaction`, { reaction: 'like' })
}

type Note = (word: string, ...knownTo: string[]) => string

/** Who follows and blocks whom, and what they say of themselves. */
async function meet({ does }: Ground, secret: Note): Promise<void> {
  const fields = ['some', 'few', 'none'].map((name) => ({ name, label: name }))
  await does('root', 'PATCH /v1/org', { profileFields: fields, guests: true })
  for (const name of ['fay', 'blu', 'bly', 'mut']) await does(name, `PUT /v1/me/following/${idOf('ada')}`)
  await does('ada', `PUT /v1/me/blocks/${idOf('blu')}`)
  await does('bly', `PUT /v1/me/blocks/${idOf('ada')}`)
  await does('mut', `PUT /v1/me/mutes/${idOf('ada')}`, {})
  await does('ada', `PUT /v1/me/following/${idOf('pia')}`)
  await does('ada', 'PATCH /v1/me/profile', {
    fields: [
      { name: 'some', value: secret('zzfieldfollowers', 'fay', 'mut'), to: 'followers' },
      { name: 'few', value: secret('zzfieldfollowing', 'pia'), to: 'following' },
      { name: 'none', value: secret('zzfieldnobody'), to: 'nobody' },
    ],
  })
  await does('pia', 'PATCH /v1/me/profile', { wall: 'everyone', reviewsWall: true })
  await does('pri', 'PATCH /v1/me/profile', { isPrivate: true, bio: secret('zzbioprivate', 'fay') })
  await does('fay', `PUT /v1/me/following/${idOf('pri')}`)
  await does('pri', `PUT /v1/me/follow-requests/${idOf('fay')}`)
}
