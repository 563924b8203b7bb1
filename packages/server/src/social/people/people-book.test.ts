import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { ProfilePatch } from '../../accounts/service.ts'
import { profilePatchSchema } from '../../accounts/service.ts'
import { actorOf, idOf, ORG, toAll, type Village, villageOn } from '../testing/village.ts'
import { pictureHolder } from './own-profile.ts'

const ALL = { limit: 100, cursor: null }
const FIELDS = [
  { name: 'town', label: 'Town' },
  { name: 'job', label: 'Work' },
]
const options = { profileFieldsOf: async () => FIELDS }

const patch = (v: Village, name: string, wanted: ProfilePatch, ifMatch: string[] | null = null) =>
  v.social.people.reviseProfile(actorOf(name), profilePatchSchema.parse(wanted), ifMatch)
const view = (v: Village, name: string | null, of: string) => v.social.people.view(v.viewerOf(name), idOf(of))
const tell = (v: Village, name: string, username: string) =>
  v.people.tell({ org: ORG, hostId: name, name: username, avatar: `https://x.example/${username}.png` }, v.clock.now)

describeEngines('how people are shown', (engine) => {
  it('is as they say, rendered and checked', async () => {
    const v = await villageOn(engine, undefined, options)
    const links = ['https://ada.example/', 'http://b.example/?q=1']
    const said = await patch(v, 'ada', {
      bio: 'I am **Ada** <script>x</script>',
      links,
      locale: 'pt-br',
      fields: [{ name: 'town', value: 'London', to: 'everyone' }],
    })
    expect(said).toMatchObject({ name: 'ada', locale: 'pt-BR', rev: 1, ownName: false })
    const seen = await view(v, null, 'ada')
    expect(seen).toMatchObject({ id: idOf('ada'), name: 'ada', links, locale: 'pt-BR', you: null, isPrivate: false })
    expect(seen.fields).toEqual([{ name: 'town', label: 'Town', value: 'London' }])
    expect(seen.bio).toContain('<strong>Ada</strong>')
    expect(seen.bio).not.toContain('<script')
    for (const wrong of [
      { links: ['javascript:alert(1)'] },
      { links: Array.from({ length: 11 }, () => 'https://x.example/') },
      { locale: 'no such language' },
      { wall: 'friends' },
      { unknown: 1 },
    ])
      expect(profilePatchSchema.safeParse(wrong).success).toBe(false)
    const other = { fields: [{ name: 'shoe', value: '42', to: 'everyone' as const }] }
    await expect(patch(v, 'ada', other)).rejects.toMatchObject({ code: 'invalid' })
    await expect(patch(v, 'ada', { bio: 'x'.repeat(2001) })).rejects.toMatchObject({ flaws: [{ path: 'bio' }] })
    await expect(patch(v, 'ada', { locale: null }, ['7'])).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect(await patch(v, 'ada', { locale: null, bio: '' }, ['1'])).toMatchObject({ rev: 2, bioHtml: '' })
    expect(await patch(v, 'ada', { locale: null })).toMatchObject({ rev: 2 })
  })

  it('C8.11: a new name or picture shows everywhere, and no post is rewritten', async () => {
    const v = await villageOn(engine)
    const post = await v.say('ada', 'hello')
    const before = await v.social.needs.posts.get(post)
    await tell(v, 'ada', 'Ada L.')
    const author = async () => (await v.social.post(v.viewerOf('bob'), post)).author
    expect(await author()).toMatchObject({ name: 'Ada L.', avatar: 'https://x.example/Ada L..png' })
    await patch(v, 'ada', { name: 'Countess' })
    expect(await author()).toMatchObject({ name: 'Countess' })
    expect(await v.social.needs.posts.get(post)).toEqual(before)
    await tell(v, 'ada', 'Ada Lovelace')
    expect(await author()).toMatchObject({ name: 'Countess', avatar: 'https://x.example/Ada Lovelace.png' })
    expect((await v.people.lookup.startingWith(actorOf('bob'), 'Count', 5)).map(({ name }) => name)).toEqual([
      'Countess',
    ])
    expect(await patch(v, 'ada', { name: null })).toMatchObject({ name: 'Ada Lovelace', ownName: false })
    await tell(v, 'ada', 'Ada again')
    expect(await author()).toMatchObject({ name: 'Ada again' })
  })

  it('has a picture of their own, which is claimed first and let go last', async () => {
    const done: string[] = []
    const photos = {
      claim: async (_actor: unknown, ids: readonly string[], holder: string) => {
        if (ids.includes('bad')) throw new Error('no')
        done.push(`claim ${ids.join()} ${holder}`)
      },
      release: async (_org: string, _holder: string, ids: readonly string[]) => void done.push(`release ${ids.join()}`),
    }
    const picturesOf = ({ profile }: { profile?: { picture: string | null } }) =>
      typeof profile?.picture === 'string' ? `/p/${profile.picture}` : null
    const v = await villageOn(engine, undefined, { photos, picturesOf })
    await tell(v, 'ada', 'ada')
    const holder = pictureHolder(idOf('ada'))
    expect(await patch(v, 'ada', { picture: 'one' })).toMatchObject({ avatar: '/p/one' })
    expect(await v.social.people.holdsPicture(ORG, holder, 'one')).toBe(true)
    await patch(v, 'ada', { picture: 'two' })
    await expect(patch(v, 'ada', { picture: 'three' }, ['1'])).rejects.toMatchObject({ code: 'changed-meanwhile' })
    await expect(patch(v, 'ada', { picture: 'bad' })).rejects.toThrow('no')
    expect(await patch(v, 'ada', { picture: null })).toMatchObject({ avatar: 'https://x.example/ada.png' })
    const claims = ['one', 'two', 'three'].map((id) => `claim ${id} ${holder}`)
    expect(done).toEqual([claims[0], claims[1], 'release one', claims[2], 'release three', 'release two'])
    expect(await v.social.people.holdsPicture(ORG, holder, 'one')).toBe(false)
    expect(await v.social.people.maySeePicture(v.viewerOf('bob'), holder)).toBe(true)
    await v.block('ada', 'bob')
    expect(await v.social.people.maySeePicture(v.viewerOf('bob'), holder)).toBe(false)
  })

  it('shows fields to those whom they are for, and a private account to those who follow it', async () => {
    const v = await villageOn(engine, undefined, options)
    await v.follow('bob', 'ada')
    await v.follow('ada', 'cy')
    const fields = [
      { name: 'town', value: 'London', to: 'followers' as const },
      { name: 'job', value: 'Numbers', to: 'following' as const },
    ]
    await patch(v, 'ada', { bio: 'Hi', fields })
    await v.say('ada', 'all')
    await v.drained()
    const seen = async (name: string | null) => (await view(v, name, 'ada')).fields.map(({ label }) => label)
    expect(await Promise.all(['ada', 'bob', 'cy', 'dee', null].map(seen))).toEqual([
      ['Town', 'Work'],
      ['Town'],
      ['Work'],
      [],
      [],
    ])
    await patch(v, 'ada', { isPrivate: true })
    const numbers = { followers: 1, following: 1, posts: 1 }
    const closed = { bio: '', fields: [], created: null, numbers: { ...numbers, posts: 0 } }
    expect(await view(v, 'dee', 'ada')).toMatchObject({ name: 'ada', ...closed })
    expect(await view(v, 'bob', 'ada')).toMatchObject({ bio: expect.stringContaining('Hi'), isPrivate: true, numbers })
    expect((await view(v, 'bob', 'ada')).you).toMatchObject({ follows: 'follows', followsYou: false, mayWrite: false })
    expect((await view(v, 'cy', 'ada')).you).toMatchObject({ follows: null, followsYou: true, mayWrite: true })
    expect(await v.social.people.followers(v.viewerOf('dee'), idOf('ada'), ALL)).toEqual({ people: [], next: null })
  })

  it('lists who follows whom page by page, without those who are apart, to those whom the lists are for', async () => {
    const names = ['ada', 'bob', 'cy', 'dee', 'eve', 'fay']
    const v = await villageOn(engine, names)
    for (const name of names.slice(1)) await v.follow(name, 'ada')
    await v.follow('ada', 'bob')
    await v.drained()
    const pages = async (viewer: string): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof v.social.people.followers>> = await v.social.people.followers(
          v.viewerOf(viewer),
          idOf('ada'),
          { limit: 2, cursor },
        )
        found.push(...page.people.map(({ name }) => name))
        cursor = page.next
      } while (cursor !== null)
      return found
    }
    expect(await pages('bob')).toEqual(['fay', 'eve', 'dee', 'cy', 'bob'])
    await v.block('bob', 'eve')
    expect(await pages('bob')).toEqual(['fay', 'dee', 'cy', 'bob'])
    const following = await v.social.people.following(v.viewerOf(null), idOf('ada'), ALL)
    expect(following.people.map(({ name }) => name)).toEqual(['bob'])
    await patch(v, 'ada', { lists: 'nobody' })
    expect(await pages('cy')).toEqual([])
    expect(await pages('ada')).toHaveLength(5)
  })

  it('is the same for who is unknown, erased, or behind a block of either side', async () => {
    const v = await villageOn(engine)
    await v.block('ada', 'bob')
    await v.people.erase(actorOf('cy'), idOf('cy'))
    for (const [viewer, of] of [
      ['bob', 'ada'],
      ['ada', 'bob'],
      ['ada', 'cy'],
      ['ada', 'nobody'],
      [null, 'cy'],
    ] as const) {
      await expect(view(v, viewer, of)).rejects.toMatchObject({ code: 'person-not-found' })
      for (const list of ['followers', 'following'] as const)
        await expect(v.social.people[list](v.viewerOf(viewer), idOf(of), ALL)).rejects.toMatchObject({
          code: 'person-not-found',
        })
    }
  })

  it('lets in all who wait when an account is private no longer, also who asks just then', async () => {
    const v = await villageOn(engine)
    await patch(v, 'ada', { isPrivate: true })
    expect(await v.follow('bob', 'ada')).toMatchObject({ state: 'asked' })
    await v.drained()
    const waiting = await v.social.people.requests(actorOf('ada'), ALL)
    expect(waiting.people).toMatchObject([{ person: { name: 'bob' }, at: expect.any(String) }])
    await Promise.all([patch(v, 'ada', { isPrivate: false }), v.follow('cy', 'ada')])
    await v.drained()
    await v.drained()
    expect((await v.social.people.requests(actorOf('ada'), ALL)).people).toEqual([])
    const people = (await v.social.people.followers(v.viewerOf(null), idOf('ada'), ALL)).people
    expect(people.map(({ name }) => name).toSorted()).toEqual(['bob', 'cy'])
    expect(await v.social.needs.personNumbers.get(idOf('ada'))).toMatchObject({ followers: 2, asked: 0 })
  })

  it('keeps out of the news what has a muted word, for as long as it is muted, and nowhere else', async () => {
    const v = await villageOn(engine)
    const { mutedWords } = v.social
    await v.follow('bob', 'ada')
    const until = new Date(v.clock.now + 1_000_000).toISOString()
    const kept = await mutedWords.set(actorOf('bob'), [
      { word: 'Football', until },
      { word: ' FOOTBALL ', until },
      { word: 'über alles', until: null },
      { word: 'over', until: '2020-01-01T00:00:00.000Z' },
    ])
    expect(kept).toEqual([
      { word: 'FOOTBALL', until },
      { word: 'über alles', until: null },
    ])
    const ball = await v.say('ada', 'The football match')
    const poll = { choices: ['Uber alles', 'Nothing'], isMultiple: false, seconds: 60 }
    await v.say('ada', 'Which?', toAll, { poll })
    await v.say('ada', 'footballers are over')
    await v.say('ada', 'As I said', toAll, { of: ball })
    await v.say('bob', 'My own football')
    expect(await v.news('bob')).toEqual(['My own football', 'footballers are over'])
    expect(await v.wall('bob', 'ada')).toHaveLength(4)
    expect(await v.sees('bob', ball)).toBe(true)
    v.clock.now += 1_000_000
    expect(await mutedWords.get(actorOf('bob'))).toEqual([{ word: 'über alles', until: null }])
    expect(await v.news('bob')).toHaveLength(4)
    const many = Array.from({ length: 201 }, (_, at) => ({ word: `w${at}`, until: null }))
    await expect(mutedWords.set(actorOf('bob'), many)).rejects.toMatchObject({ code: 'invalid' })
    const long = [{ word: 'x'.repeat(101), until: null }]
    await expect(mutedWords.set(actorOf('bob'), long)).rejects.toMatchObject({ code: 'invalid' })
  })
})
