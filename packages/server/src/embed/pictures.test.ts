import { expect, test } from 'vitest'
import { personId } from '../accounts/service.ts'
import { ARTICLE, ORG, PAGE, service } from '../comments/routes/service.fixtures.ts'
import { fileOf } from '../files/images.fixtures.ts'

test('the picture that somebody has chosen is theirs wherever people are shown, and everybody sees it', async () => {
  const { app, token } = await service()
  const ask = async (user: string | null, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
    const headers = user === null ? {} : { authorization: `Bearer ${await token(user)}` }
    return app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  }
  const photo = await app.inject({
    method: 'POST',
    url: '/v1/photos',
    headers: { authorization: `Bearer ${await token('ann')}`, 'content-type': 'image/png' },
    payload: await fileOf('png'),
  })
  const { id: picture } = photo.json<{ id: string }>()
  await ask('ann', 'PATCH', '/v1/me/profile', { picture })
  await ask('ann', 'POST', ARTICLE, { text: 'Hello.' })
  const ann = personId(ORG, 'ann')
  await ask('bob', 'PUT', `/v1/me/mutes/${ann}`, {})
  const chosen = expect.stringMatching(`^/v1/photos/${picture}\\?`)
  const { avatars } = (await ask(null, 'GET', `/v1/avatars?org=${ORG}&id=${ann}`)).json<{
    avatars: Record<string, string>
  }>()
  expect(avatars).toEqual({ [ann]: chosen })
  expect((await app.inject({ url: avatars[ann] ?? '' })).headers['content-type']).toBe('image/webp')
  expect((await ask(null, 'GET', `/v1/opening?org=${ORG}&${PAGE}`)).json()).toMatchObject({
    avatars: { [ann]: chosen },
  })
  expect((await ask('ann', 'GET', '/v1/me')).json()).toMatchObject({ avatar: chosen })
  expect((await ask('bob', 'GET', '/v1/people?prefix=ann')).json()).toMatchObject({ people: [{ avatar: chosen }] })
  expect((await ask('bob', 'GET', '/v1/me/mutes')).json()).toMatchObject({ people: [{ avatar: chosen }] })
  await ask('ann', 'PATCH', '/v1/me/profile', { picture: null })
  expect((await ask(null, 'GET', `/v1/avatars?org=${ORG}&id=${ann}`)).json()).toEqual({ avatars: {} })
})
