import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { apiRoutes } from '../../http/routes.ts'
import { ORG } from '../../live/live.fixtures.ts'
import { type Ground, ground, idOf, pathOf, requestsFor, type Said, SECRET } from './ways-out.fixtures.ts'

const PUBLIC = { to: 'public' }

type Way = {
  name: string
  /** Also nobody in particular sees the post before. */
  isOpen: boolean
  audience: (g: Ground) => Promise<object>
  act: (g: Ground, said: Said) => Promise<unknown>
  /** Whether cy still sees it afterwards. */
  leavesOthers: boolean
}

const inCircle = async ({ must }: Ground): Promise<object> => {
  const { id } = await must('POST', '/v1/me/circles', { as: 'ada', body: { name: 'near' } })
  for (const name of ['bob', 'cy']) await must('PUT', `/v1/me/circles/${id}/people/${idOf(name)}`, { as: 'ada' })
  return { to: 'chosen', circles: [id] }
}

const WAYS: Way[] = [
  {
    name: 'ada blocks bob',
    isOpen: false,
    audience: async () => PUBLIC,
    act: ({ must }) => must('PUT', `/v1/me/blocks/${idOf('bob')}`, { as: 'ada' }),
    leavesOthers: true,
  },
  {
    name: 'bob blocks ada',
    isOpen: false,
    audience: async () => PUBLIC,
    act: ({ must }) => must('PUT', `/v1/me/blocks/${idOf('ada')}`, { as: 'bob' }),
    leavesOthers: true,
  },
  {
    name: 'the post is narrowed',
    isOpen: true,
    audience: async () => PUBLIC,
    act: ({ must }, { post }) =>
      must('PATCH', `/v1/posts/${post}`, { as: 'ada', body: { audience: { to: 'people', people: [idOf('cy')] } } }),
    leavesOthers: true,
  },
  {
    name: 'bob leaves the circle',
    isOpen: false,
    audience: inCircle,
    act: async ({ must }) => {
      const { circles } = await must('GET', '/v1/me/circles', { as: 'ada' })
      return must('DELETE', `/v1/me/circles/${circles[0].id}/people/${idOf('bob')}`, { as: 'ada' })
    },
    leavesOthers: true,
  },
  {
    name: 'ada goes private',
    isOpen: true,
    audience: async () => PUBLIC,
    act: ({ must }) => must('PATCH', '/v1/me/profile', { as: 'ada', body: { isPrivate: true } }),
    leavesOthers: true,
  },
  {
    name: 'the post is deleted',
    isOpen: true,
    audience: async () => PUBLIC,
    act: ({ must }, { post }) => must('DELETE', `/v1/posts/${post}`, { as: 'ada' }),
    leavesOthers: false,
  },
  {
    name: 'a moderator takes it down',
    isOpen: true,
    audience: async () => PUBLIC,
    act: ({ must }, { post }) =>
      must('PUT', `/v1/moderation/posts/${post}`, { as: 'mod', role: 'moderator', body: { decision: 'reject' } }),
    leavesOthers: false,
  },
]

/** All that tells of comments without naming one discussion by its id. */
const elsewhere = ({ post, discussion }: Said): string[] => [
  `/v1/opening?org=${ORG}&type=social-post&id=${post}`,
  `/v1/opening?org=${ORG}&type=social-post&id=${post}&view=flat`,
  `/v1/discussions/-/comments?org=${ORG}&type=social-post&id=${post}`,
  `/v1/orgs/${ORG}/feed`,
  `/v1/counts?org=${ORG}&type=social-post&id=${post}`,
  `/v1/counts?discussion=${discussion}`,
  `/embed/thread?org=${ORG}&type=social-post&id=${post}`,
  `/embed/thread?org=${ORG}&type=social-post&id=${post}&fragment=1`,
  `/embed/frame?org=${ORG}&type=social-post&id=${post}`,
  `/v1/posts/${post}?org=${ORG}`,
  `/v1/people/${idOf('ada')}/wall?org=${ORG}`,
]
/** Those that are the same for everybody, whoever asks. */
const isPage = (path: string): boolean => path.startsWith('/embed')
const ofOnesOwn = ['/v1/me/comments', '/v1/news', '/v1/me/notifications', '/v1/me/levels']

const textFor = async ({ call }: Ground, path: string, as: string | null): Promise<string> =>
  (await call('GET', path, as === null ? {} : { as })).text

/** Places where something is to be read by who may see the post. */
async function placesThatTell(g: Ground, said: Said, as: string | null): Promise<string[]> {
  const all = as === null ? elsewhere(said) : [...elsewhere(said), ...ofOnesOwn]
  const texts = await Promise.all(all.map(async (path) => [path, await textFor(g, path, as)] as const))
  const tells = (text: string): boolean =>
    text.includes(SECRET) || text.includes('bob was here') || /"comments":[1-9]/.test(text)
  return texts.flatMap(([path, text]) => (tells(text) ? [path] : []))
}

/** What each route of a discussion answers to bob. */
async function refusals(g: Ground, said: Said): Promise<Record<string, string | number>> {
  const requests = requestsFor(said)
  const routes = apiRoutes(g.context).filter(({ path }) => path.includes('{discussion}'))
  const answers = []
  for (const route of routes) {
    const request = requests[route.name]
    if (request === undefined) throw new Error(`Nobody has said who may ask for ${route.name} of a post's comments.`)
    const { role, body } = request
    const asked = { as: 'bob', ...(role !== undefined && { role }), ...(body !== undefined && { body }) }
    const { status, data } = await g.call(route.method, pathOf(route, said, request), asked)
    answers.push([route.name, data?.code ?? status] as const)
  }
  return Object.fromEntries(answers)
}

describeEngines('what is said about a post', (engine) => {
  describe.each(WAYS)('once $name', ({ audience, act, isOpen, leavesOthers }) => {
    it('is gone from every way out, at once', async () => {
      const g = await ground(engine)
      const said = await g.talk(await audience(g))
      const before = await placesThatTell(g, said, 'bob')
      expect(before).toEqual(expect.arrayContaining(elsewhere(said).filter((path) => !isPage(path))))
      expect(before).toEqual(expect.arrayContaining(['/v1/me/comments', '/v1/me/notifications']))
      const openBefore = await placesThatTell(g, said, null)
      expect(openBefore).toEqual(isOpen || (await isForAll(g, said)) ? elsewhere(said) : [])
      const streams = [await g.listen(`/v1/discussions/${said.discussion}/stream`, { as: 'bob' })]
      if (isOpen) streams.push(await g.listen(`/v1/discussions/${said.discussion}/stream`))
      await Promise.all(streams.map((stream) => stream.has('ready')))
      await act(g, said)
      const after = (): Promise<string[]> => placesThatTell(g, said, 'bob')
      expect((await after()).filter((path) => isOpen || !isPage(path))).toEqual([])
      if (isOpen) expect(await placesThatTell(g, said, null)).toEqual([])
      if (leavesOthers) {
        expect(await placesThatTell(g, said, 'cy')).toEqual(expect.arrayContaining(['/v1/me/comments']))
        await g.say(said.post, 'cy', `${SECRET} three`)
        await Promise.all(streams.map((stream) => stream.has('end')))
      }
      await g.settled()
      for (const stream of streams) expect(JSON.stringify(stream.frames)).not.toContain(SECRET)
      expect((await after()).filter((path) => isOpen || !isPage(path))).toEqual([])
      const answers = Object.entries(await refusals(g, said))
      expect(answers.filter(([, answer]) => answer !== 'discussion-not-found')).toEqual([])
    })
  })

  it('is there for who may see the post, by every route but those that are not for it', async () => {
    const g = await ground(engine)
    const said = await g.talk({ to: 'people', people: [idOf('bob'), idOf('cy')] })
    const { renameDiscussion, streamDiscussion, ...others } = await refusals({ ...g, call: withoutStreams(g) }, said)
    expect([renameDiscussion, streamDiscussion]).toEqual(['invalid', 0])
    expect(Object.entries(others).filter(([, answer]) => typeof answer !== 'number' || answer >= 300)).toEqual([])
  })
})

const isForAll = async ({ context }: Ground, { post }: Said): Promise<boolean> =>
  context.social.sees({ org: ORG, actor: null }, post)

/** A stream would not end. */
const withoutStreams =
  ({ call }: Ground): Ground['call'] =>
  async (method, path, asked) =>
    path.endsWith('/stream') ? { status: 0, data: null, text: '', headers: new Headers() } : call(method, path, asked)
