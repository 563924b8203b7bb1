import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { allFollowed } from '../testing/api/all-documents.ts'
import { type LiveService, liveService } from './live.fixtures.ts'
import type { SseClient, Told } from './sse-client.fixtures.ts'

const htmlOf = (client: SseClient): string[] => client.of('created').map(({ comment: { html } }) => html.trim())

describeEngines('a stream that is taken up again', (engine) => {
  test('K1: tells all that was missed, in order and once', async () => {
    const { post, listen, settle } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const path = `/v1/discussions/${discussion}/stream`
    const before = await (await listen(path)).has('ready')
    await post('ada', 'seen')
    await before.has('created')
    before.close()
    const texts = Array.from({ length: 50 }, (_, at) => `missed ${at}`)
    for (const text of texts) await post(`u${text}`, text)
    await settle()
    const byHeader = await (await listen(path, { since: before.lastId })).has('ready')
    const byQuery = await (await listen(path, { query: `?lastEventId=${before.lastId}` })).has('ready')
    for (const client of [byHeader, byQuery]) expect(htmlOf(client)).toEqual(texts.map((text) => `<p>${text}</p>`))
    await post('ada', 'after')
    for (const client of [byHeader, byQuery]) {
      await client.until(() => htmlOf(client).includes('<p>after</p>'))
      expect(htmlOf(client)).toHaveLength(51)
    }
  })

  test('K1: tells a late one nothing that was taken back meanwhile', async () => {
    const { post, call, listen, settle } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const path = `/v1/discussions/${discussion}/stream`
    const before = await (await listen(path)).has('ready')
    before.close()
    const edited = await post('ada', 'my phone number')
    const deleted = await post('bob', 'my address')
    const at = (slug: string): string => `/v1/discussions/${discussion}/comments/${slug}`
    await call('PATCH', at(edited.comment.slug), { as: 'ada', body: { text: 'nothing' } })
    await call('DELETE', at(deleted.comment.slug), { as: 'bob' })
    await settle()
    const client = await (await listen(path, { since: before.lastId })).has('ready')
    expect(client.frames.map(({ event }) => event)).toEqual(['created', 'created', 'edited', 'deleted', 'ready'])
    expect(JSON.stringify(client.frames)).not.toMatch(/phone|address/)
  })

  test('K2: begins anew where its place is of another database, or not kept any more, and lives on', async () => {
    const { post, listen, settle, context } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const path = `/v1/discussions/${discussion}/stream`
    const { lastId: first } = await (await listen(path)).has('ready')
    for (const since of ['1.abcdef', '999999.abcdef', 'nonsense', '12']) {
      const client = await (await listen(path, { since })).has('reset')
      expect(client.frames.map(({ event }) => event)).toEqual(['reset'])
      await post('ada', `after ${since}`)
      await client.has('created')
    }
    await allFollowed(context.store)
    await context.store.events.trim({ keepMs: -60_000 })
    const late = await (await listen(path, { since: first })).has('reset')
    await post('ada', 'last')
    await late.has('created')
  })
})

/** What a client makes of the frames it got, by slug. */
function stateOf(frames: readonly Told[], state = new Map<string, string>()): Map<string, string> {
  for (const { event, data } of frames) {
    if (event === 'removed') state.delete(data.slug)
    if (event === 'cut') for (const slug of state.keys()) if (`${slug}/`.startsWith(`${data.slug}/`)) state.delete(slug)
    if (data.comment !== undefined) state.set(data.comment.slug, `${data.comment.status} ${data.comment.html}`)
  }
  return state
}

type Step = { kind: 'post' | 'reply' | 'edit' | 'delete' | 'leave' | 'return'; pick: number }

const stepArb: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('post', 'post', 'reply', 'edit', 'delete', 'leave', 'return'),
  pick: fc.nat(20),
})

async function changeOne({ call }: LiveService, { kind, pick }: Step, where: { discussion: string; slug: string }) {
  const comments = `/v1/discussions/${where.discussion}/comments`
  const at = `${comments}/${where.slug.replaceAll('/', '.')}`
  if (kind === 'reply') await call('POST', comments, { as: 'bob', body: { text: 'reply', parent: where.slug } })
  if (kind === 'edit') await call('PATCH', at, { as: 'ada', body: { text: `edited ${pick}` } })
  if (kind === 'delete') await call('DELETE', at, { as: 'ada' })
}

/** Posts, edits, deletes, and goes offline and online again, as the steps say; gives what two clients have then. */
async function walk(service: LiveService, page: string, steps: readonly Step[]) {
  const { call, post, listen, settle } = service
  const { discussion } = await post('ada', 'begin', { page })
  await settle()
  const path = `/v1/discussions/${discussion}/stream`
  const slugs: string[] = []
  const frames: Told[] = []
  let client = await (await listen(path)).has('ready')
  let isThere = true
  const back = async (): Promise<void> => {
    client = await (await listen(path, { since: client.lastId })).until(({ frames: [first] }) => first !== undefined)
    isThere = true
  }
  const leave = (): void => {
    frames.push(...client.frames.splice(0))
    client.close()
    isThere = false
  }
  for (const { kind, pick } of steps) {
    const slug = slugs[pick % Math.max(1, slugs.length)]
    if (kind === 'post') slugs.push((await post('ada', `text ${pick}`, { page })).comment.slug)
    else if (kind === 'leave' && isThere) leave()
    else if (kind === 'return' && !isThere) await back()
    else if (slug !== undefined) await changeOne(service, { kind, pick }, { discussion, slug })
  }
  if (!isThere) await back()
  const { slug: last } = (await post('ada', 'the end', { page })).comment
  await client.until(() => client.of('created').some(({ comment }) => comment.slug === last))
  frames.push(...client.frames)
  const { data } = await call('GET', `/v1/discussions/${discussion}/comments?limit=100`)
  type Shown = { slug: string; status: string; html: string }
  const all: [string, string][] = data.comments.map(({ slug, status, html }: Shown) => [slug, `${status} ${html}`])
  const fresh = new Map(all.filter(([, text]) => !text.includes('begin')))
  return { frames, fresh }
}

describeEngines('whatever is written, and whenever a client comes and goes', (engine) => {
  test('K1: it ends with what a fresh read shows, without a gap and without a repeat', async () => {
    const service = await liveService(engine)
    let page = 0
    const property = fc.asyncProperty(fc.array(stepArb, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { frames, fresh } = await walk(service, `page${page++}`, steps)
      const ids = frames.flatMap(({ id, event }) => (id === null || event === 'ready' ? [] : [Number.parseInt(id)]))
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
      // What was written before it came may be told, too: to a client that has it, that is nothing new.
      const told = [...stateOf(frames)].filter(([, text]) => !text.includes('begin'))
      expect(Object.fromEntries(told)).toEqual(Object.fromEntries(fresh))
    })
    await fc.assert(property, { numRuns: engine.kind === 'sqlite' ? 15 : 5 })
  }, 60_000)
})
