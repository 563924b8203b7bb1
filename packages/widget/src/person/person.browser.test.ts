import { call } from '@palaver/client'
import { blocked } from '@palaver/client/people'
import { expect, test } from 'vitest'
import { personId } from '../../../server/src/accounts/service.ts'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { picture } from '../testing/picture.ts'
import { openPerson, postSaying, village } from '../testing/social.ts'
import { ORG, stage } from '../testing/stage.ts'
import { watch } from '../testing/watch.ts'

async function scene(open: InBrowser) {
  const s = await stage()
  const people = await village(s, ['ada', 'ben', 'cleo'])
  const page = await open()
  const seen = watch(page)
  const visit = async (by: string | null, person: string | null, view = 'card') =>
    openPerson(page, s, {
      view,
      ...(by === null ? {} : { token: await s.token(by) }),
      ...(person === null ? {} : { person: people.ids[person] ?? '' }),
    })
  const ada = await s.as('ada')
  const ben = { person: people.ids['ben'] ?? '' }
  const standing = async () => (await call(ada, 'GET /v1/people/{person}', { path: ben })).you
  return { s, ...people, page, seen, visit, ada, ben, standing }
}

describeBrowser('Somebody', (open) => {
  test('says who they are, to all, and is followed by who has signed in', async () => {
    const { s, page, seen, visit, standing } = await scene(open)
    await s.context.accounts.change(ORG, { profileFields: [{ name: 'town', label: 'Town' }] })
    const body = {
      bio: 'Rides **far**.',
      links: ['https://ben.example/'],
      fields: [{ name: 'town', value: 'Lagos', to: 'everyone' as const }],
    }
    await call(await s.as('ben'), 'PATCH /v1/me/profile', { body })
    const nobody = await visit(null, 'ben')
    await nobody.getByRole('heading', { name: 'ben' }).waitFor()
    await nobody.locator('strong', { hasText: 'far' }).waitFor()
    await nobody.getByRole('link', { name: 'ben.example' }).waitFor()
    expect(await nobody.locator('dl').innerText()).toMatch(/Town\s*Lagos/)
    expect(await nobody.getByRole('button', { name: /^More/ }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const card = await visit('ada', 'ben')
    await card.getByRole('button', { name: 'Follow ben' }).click()
    await card.getByRole('button', { name: 'Following ben', pressed: true }).waitFor()
    await card.getByText('1 follower').waitFor()
    expect((await standing())?.follows).toBe('follows')
    await card.getByRole('button', { name: '1 follower' }).click()
    await card.getByRole('dialog', { name: 'Who follows ben' }).getByText('ada').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Following ben' }).click()
    await card.getByRole('button', { name: 'Follow ben' }).waitFor()
    expect((await standing())?.follows).toBe(null)
    expect(seen.complaints).toEqual([])
  })

  test('who is private is asked, and answers', async () => {
    const { s, page, visit, standing } = await scene(open)
    await call(await s.as('ben'), 'PATCH /v1/me/profile', { body: { isPrivate: true } })
    const card = await visit('ada', 'ben')
    await card.getByText('Private account').waitFor()
    await card.getByRole('button', { name: 'Follow ben' }).click()
    await card.getByRole('button', { name: 'Requested: ben' }).waitFor()
    await s.settled()
    const own = await visit('ben', null)
    await own.getByRole('button', { name: '1 follow request' }).click()
    expect(await axeViolations(page)).toEqual([])
    await own.getByRole('button', { name: 'Accept ada' }).click()
    await expect.poll(() => own.getByRole('button', { name: 'Accept ada' }).count()).toBe(0)
    expect((await standing())?.follows).toBe('follows')
    await page.keyboard.press('Escape')
    await own.getByText('1 follower').waitFor()
  })

  test('is put into circles, of which there can be a new one', async () => {
    const { page, visit, ada, standing } = await scene(open)
    await call(ada, 'POST /v1/me/circles', { body: { name: 'Family' } })
    const card = await visit('ada', 'ben')
    await card.getByRole('button', { name: 'More for ben' }).click()
    await card.getByRole('menuitem', { name: 'Circles' }).click()
    await card.getByRole('checkbox', { name: 'Family' }).check()
    await expect.poll(async () => (await standing())?.circles.length).toBe(1)
    await card.getByLabel('New circle').fill('$work.friends 🚲')
    await card.getByRole('button', { name: 'Add' }).click()
    await card.getByRole('checkbox', { name: '$work.friends 🚲', checked: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect((await standing())?.circles.length).toBe(2)
    await card.getByRole('checkbox', { name: 'Family' }).uncheck()
    await expect.poll(async () => (await standing())?.circles.length).toBe(1)
  })

  test('is muted for a time, and blocked once that is asked twice', async () => {
    const { page, visit, ada, ben, standing } = await scene(open)
    const card = await visit('ada', 'ben')
    const choose = async (name: string): Promise<void> => {
      await card.getByRole('button', { name: 'More for ben' }).click()
      await card.getByRole('menuitem', { name }).click()
    }
    await choose('Mute ben')
    await card.getByRole('radio', { name: 'A day' }).check()
    expect(await axeViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Mute', exact: true }).click()
    await card.getByText('Muted').waitFor()
    expect((await standing())?.isMuted).toBe(true)
    await choose('Block ben')
    const sure = card.getByRole('dialog', { name: 'Block ben?' })
    await sure.getByRole('button', { name: 'Cancel' }).click()
    expect((await blocked(ada).page()).people).toEqual([])
    await choose('Block ben')
    await sure.getByRole('button', { name: 'Block', exact: true }).click()
    await card.getByText('You have blocked ben.').waitFor()
    expect((await blocked(ada).page()).people.map(({ id }) => id)).toEqual([ben.person])
    const own = await visit('ada', null)
    await own.getByRole('button', { name: 'More for you' }).click()
    await own.getByRole('menuitem', { name: 'Blocked people' }).click()
    await own.getByRole('button', { name: 'Unblock ben' }).click()
    await expect.poll(async () => (await blocked(ada).page()).people.length).toBe(0)
  })

  test('has a page with their wall, where one may write if they allow it', async () => {
    const { s, page, seen, ids, writes, visit } = await scene(open)
    await call(await s.as('ben'), 'PATCH /v1/me/profile', { body: { wall: 'everyone', reviewsWall: true } })
    await writes('ben', 'My wall.')
    await s.settled()
    const shown = await visit('ada', 'ben', 'page')
    await postSaying(shown, 'My wall.').waitFor()
    await shown.getByLabel('Write on the wall of ben').fill('Hello, Ben!')
    await shown.getByLabel('Write on the wall of ben').press('Control+Enter')
    await postSaying(shown, 'Hello, Ben!').getByText('Shows once ben lets it.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await s.settled()
    const waiting = await call(await s.as('ben'), 'GET /v1/me/incoming', {})
    expect(waiting.posts.map(({ author }) => author.id)).toEqual([ids['ada']])
    const other = await visit('cleo', 'ben', 'page')
    await postSaying(other, 'My wall.').waitFor()
    expect(await other.getByText('Hello, Ben!').count()).toBe(0)
    expect(seen.complaints).toEqual([])
  })

  test('takes their wall along when they are blocked', async () => {
    const { s, writes, visit } = await scene(open)
    await writes('ben', 'My wall.')
    await s.settled()
    const shown = await visit('ada', 'ben', 'page')
    await postSaying(shown, 'My wall.').waitFor()
    await shown.getByRole('button', { name: 'More for ben' }).click()
    await shown.getByRole('menuitem', { name: 'Block ben' }).click()
    await shown.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await expect.poll(() => shown.locator('article.post').count()).toBe(0)
    await shown.getByRole('button', { name: 'Unblock ben' }).first().press('Enter')
    await postSaying(shown, 'My wall.').waitFor()
  })

  test('who is not there is said not to be, once', async () => {
    const { s, page } = await scene(open)
    const person = personId(ORG, 'nobody')
    const shown = await openPerson(page, s, { person, view: 'page', token: await s.token('ada') })
    await shown.getByText('This person is not there.').waitFor()
    await expect.poll(() => shown.locator('.failed, .feed').count()).toBe(0)
  })
})

describeBrowser('The reader', (open) => {
  test('says who they are, with a picture, and how they want to be met', async () => {
    const { s, page, visit, ada } = await scene(open)
    const own = await visit('ada', null)
    await own.getByRole('button', { name: 'Edit profile' }).click()
    await own.getByLabel('Name', { exact: true }).fill('Ada L.')
    await own.getByLabel('About you').fill('Writes *notes*.')
    await own.getByLabel('Links, one in each line').fill('https://ada.example\nhttps://poems.example')
    const chosen = page.waitForEvent('filechooser')
    await own.getByRole('button', { name: 'Choose a picture' }).click()
    await (await chosen).setFiles([{ name: 'me.png', mimeType: 'image/png', buffer: picture(64, 64) }])
    await own.getByText('The new picture shows once you save.').waitFor()
    await own.getByRole('checkbox', { name: /^Private account/ }).check()
    await own.getByLabel('Who may write on your wall').selectOption({ label: 'Only me' })
    expect(await axeViolations(page)).toEqual([])
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByRole('heading', { name: 'Ada L.' }).waitFor()
    await own.locator('em', { hasText: 'notes' }).waitFor()
    await own.locator('.card-head img').waitFor()
    expect(await call(ada, 'GET /v1/me/profile', {})).toMatchObject({
      name: 'Ada L.',
      links: ['https://ada.example', 'https://poems.example'],
      isPrivate: true,
      wall: 'nobody',
    })
    await s.settled()
  })

  test('arranges circles and words that they do not want to meet', async () => {
    const { page, visit, ada, ids } = await scene(open)
    const own = await visit('ada', null)
    const choose = async (name: string): Promise<void> => {
      await own.getByRole('button', { name: 'More for you' }).click()
      await own.getByRole('menuitem', { name }).click()
    }
    await choose('Circles')
    await own.getByLabel('New circle').fill('Friends')
    await own.getByRole('button', { name: 'Add', exact: true }).click()
    await own.getByLabel('Find people by name').fill('be')
    await own.getByRole('button', { name: 'ben' }).press('Enter')
    await own.locator('.people-list', { hasText: 'ben' }).waitFor()
    await expect.poll(() => isFocused(own.getByLabel('Find people by name'))).toBe(true)
    await own.getByLabel('Find people by name').fill('cl')
    await own.getByRole('button', { name: 'cleo' }).press('Enter')
    await own.getByRole('button', { name: 'Remove cleo' }).press('Enter')
    await expect.poll(() => isFocused(own.getByRole('button', { name: 'ben', exact: true }))).toBe(true)
    await own.getByLabel('Name of the circle').fill('Best friends')
    await own.getByRole('button', { name: 'Rename' }).click()
    await own.getByRole('button', { name: /^Best friends\s*1 person/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const { circles } = await call(ada, 'GET /v1/me/circles', {})
    expect(circles.map(({ name, people }) => [name, people])).toEqual([['Best friends', 1]])
    const path = { circle: circles[0]?.id ?? '' }
    const { people } = await call(ada, 'GET /v1/me/circles/{circle}/people', { path })
    expect(people.map(({ id }) => id)).toEqual([ids['ben']])
    await own.getByRole('button', { name: 'Delete' }).click()
    const sure = own.getByRole('dialog', { name: 'Delete the circle “Best friends”?' })
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => sure.count()).toBe(0)
    expect((await call(ada, 'GET /v1/me/circles', {})).circles).toEqual([])
    await page.keyboard.press('Escape')
    await choose('Muted words')
    await own.getByLabel('Word or phrase').fill('season finale')
    await own.getByLabel('For how long').selectOption({ label: 'A week' })
    await own.getByRole('button', { name: 'Add', exact: true }).click()
    await own.locator('.chip', { hasText: 'season finale' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect((await call(ada, 'GET /v1/me/muted-words', {})).words.map(({ word }) => word)).toEqual(['season finale'])
    await own.getByRole('button', { name: 'Remove “season finale”' }).press('Enter')
    await expect.poll(() => own.locator('.chip').count()).toBe(0)
    await expect.poll(() => isFocused(own.locator('.chips'))).toBe(true)
  })
})
