import { describe, expect, it } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import { DAY_MS } from '../notifications/acceptance/stage.fixtures.ts'
import { type Ground, groundOn } from './leaks/ground.fixtures.ts'
import { readAll, searchable } from './leaks/reading.fixtures.ts'
import { type Made, madeIn, WAYS, WORDS } from './leaks/ways.fixtures.ts'

type Where = [word: string, where: string[]]

/** Which of the words bob reads, and where; without pages that are the same for all where it is for all. */
async function wordsFor(ground: Ground, { subjects }: Made, isOpen: boolean): Promise<Where[]> {
  const found = new Map(WORDS.map((word) => [word, new Set<string>()]))
  await readAll(ground, { token: await ground.tokenOf('bob'), subjects }, ({ what, text }) => {
    if (isOpen && what.startsWith('/embed')) return
    for (const word of WORDS) if (text.includes(word)) found.get(word)?.add(what.split(' ')[0] ?? '')
  })
  return [...found].flatMap(([word, where]) => (where.size === 0 ? [] : [[word, [...where]]]))
}

/** What bob has before him when it happens. */
async function openedBy({ stream, call, app }: Ground, { post, discussion }: Made) {
  const paths = ['/v1/news/live', '/v1/me/stream', `/v1/discussions/${discussion}/stream`]
  const streams = await Promise.all(paths.map((path) => stream('bob', path)))
  await Promise.all(streams.map((one) => one.has('ready')))
  const address: string = (await call('bob', `GET /v1/posts/${post}`)).json().photos[0].small
  const photo = async (): Promise<number> => (await app.inject(address)).statusCode
  expect(await photo()).toBe(200)
  return { frames: () => searchable(JSON.stringify(streams.map((one) => one.frames))), photo }
}

/** Where others still may, they go on. */
async function goOn({ call, settled }: Ground, { post }: Made): Promise<void> {
  await call('cyd', `POST /v1/discussions/-/comments?type=social-post&id=${post}`, { body: { text: 'zzsaid @bob' } })
  await call('ada', `PATCH /v1/posts/${post}`, { body: { text: 'zzpost anew @bob' } })
  await settled()
}

const NAMES = ['ada', 'bob', 'cyd', 'dee', 'root']

describe.each(WAYS)('once $name', (way) => {
  const { stays = [], isOpen = false, act } = way
  const leaked = (told: string): string[] => WORDS.filter((word) => told.includes(word) && !stays.includes(word))

  it('nothing shows bob what it was, on the next request and later, nor do pages that he has open', async () => {
    const ground = await groundOn(sqliteInMemory, NAMES)
    const made = await madeIn(ground, way)
    const before = new Map(await wordsFor(ground, made, false))
    expect([...before.keys()]).toEqual(WORDS)
    const places = ['listNotifications', 'getPost', 'getWall', '/v1/news?order=top', 'getOpening']
    expect([...before.values()].flat()).toEqual(expect.arrayContaining(places))
    const { frames, photo } = await openedBy(ground, made)
    await act(ground, made)
    const after = async (): Promise<Where[]> =>
      (await wordsFor(ground, made, isOpen)).filter(([word]) => !stays.includes(word))
    expect(await after()).toEqual([])
    expect(await photo()).toBe(stays.includes('zzalt') ? 200 : 404)
    await ground.settled()
    if (stays.length === 0) await goOn(ground, made)
    expect(await after()).toEqual([])
    expect(leaked(frames())).toEqual([])
  })

  it('no mail that waited tells bob of it, and no push', async () => {
    const ground = await groundOn(sqliteInMemory, NAMES)
    const made = await madeIn(ground, way)
    await act(ground, made)
    const device = await ground.browser('bob')
    if (stays.length === 0) await goOn(ground, made)
    for (let day = 0; day < 2; day++) await ground.pass(DAY_MS)
    const mails = ground.mailsTo('bob').map(({ raw, text, html }) => searchable(`${raw} ${text} ${html}`))
    const told = [...mails, JSON.stringify(device.got)].join('\n')
    expect(leaked(told)).toEqual([])
    // Where it stays there is a mail of the day with it, so something did wait.
    expect(told.includes('zzpost')).toBe(stays.includes('zzpost'))
  })
})
