import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import { allDocuments, allFollowed } from '../testing/api/all-documents.ts'
import type { Problem } from '../testing/api/answer-flaws.ts'
import { callOf, idsUsedBy, send } from '../testing/api/call.ts'
import { operationsOf } from '../testing/api/document.ts'
import { exampleOf } from '../testing/api/examples.ts'
import { foreignCalls } from '../testing/api/foreign-calls.ts'
import { CALLERS, type Ground, groundOf } from '../testing/api/ground.ts'
import { ID_NAMES, type Ids, neverWas, newIds } from '../testing/api/ids.ts'
import { wholeService } from '../testing/api/whole-service.ts'

const WORD = 'Quagga'

/** Two orgs; the other one has something of everything, made by each kind of caller through each operation. */
async function twoOrgs(engine: TestEngine) {
  const service = await wholeService(engine)
  const operations = operationsOf(service.document)
  const theirs = await groundOf(service, WORD)
  for (const operation of operations.filter((one) => exampleOf(one).endsCaller !== true))
    for (const caller of exampleOf(operation).may) {
      const call = callOf(operation, await newIds(theirs, idsUsedBy(operation)))
      await send(service.app, call, theirs.tokens[caller])
    }
  const foreign = await newIds(theirs, new Set(ID_NAMES))
  await allFollowed(service.context.store)
  const before = await allDocuments(service.context.store)
  const ours = await groundOf(service, 'Okapi')
  return { ...service, operations, theirs, foreign, before, ours }
}

/** What an answer says, with the ids that were asked for made alike. */
function said({ statusCode, body }: LightMyRequestResponse, foreign: Ids): string {
  const ids = Object.values(foreign).flatMap((id) => [id, id.replaceAll('/', '.')])
  const alike = ids.reduce((text, id) => text.replaceAll(id, '<id>').replaceAll(neverWas(id), '<id>'), body)
  if (statusCode < 400) return `${statusCode} ${alike.includes(WORD) ? alike : ''}`
  const { code, detail } = JSON.parse(alike) as Problem
  return `${statusCode} ${code} ${detail}`
}

/** Bytes are kept by content, once for all who bring them: they belong to no org. The photos that name them do. */
const isOfAnOrg = (name: string): boolean => !name.startsWith('blobs ')

async function changesOf({ context, before, theirs }: Orgs): Promise<string[]> {
  await allFollowed(context.store)
  const after = await allDocuments(context.store)
  const changed = [...before].filter(([name, doc]) => isOfAnOrg(name) && after.get(name) !== doc)
  const added = [...after].filter(([name, doc]) => !before.has(name) && doc.includes(`"${theirs.org}"`))
  return [...changed, ...added].map(([name, doc]) => `${name}: ${doc} is now ${after.get(name)}`)
}

type Orgs = Awaited<ReturnType<typeof twoOrgs>>

/** Where what is theirs is answered otherwise than what never was, or anything of it is told, to somebody of `ground`. */
async function leaks({ app, operations, foreign }: Orgs, ground: Ground): Promise<string[]> {
  const found: string[] = []
  // An operation that takes no credentials is the same for everybody.
  for (const operation of operations.filter(({ security }) => security.length > 0)) {
    const own = await newIds(ground, idsUsedBy(operation))
    for (const caller of CALLERS.filter((one) => one !== 'nobody'))
      for (const { what, ...calls } of foreignCalls(operation, own, foreign)) {
        const answers = [calls.foreign, calls.never].map((call) => send(app, call, ground.tokens[caller]))
        const [real, never] = (await Promise.all(answers)).map((answer) => said(answer, foreign))
        const where = `${operation.operationId} as ${caller}, ${what}`
        if (real !== never) found.push(`${where}: ${real} and not ${never}`)
        if (real?.includes(WORD) === true) found.push(`${where} tells: ${real}`)
      }
  }
  return found
}

describeEngines('with the credentials of one org', (engine) => {
  let all: Orgs
  beforeAll(async () => {
    all = await twoOrgs(engine)
  })
  afterAll(() => all.close())

  test('what belongs to another answers as what never was, and stays as it was', async () => {
    expect(await leaks(all, all.ours)).toEqual([])
    expect(await changesOf(all)).toEqual([])
  })

  test('a cursor of another org tells nothing of it', async () => {
    const { app, operations, theirs, foreign, ours } = all
    const found: string[] = []
    const paged = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
    for (const operation of paged) {
      const caller = exampleOf(operation).may.at(-1) ?? 'admin'
      const list = callOf(operation, foreign)
      const query = { ...list.query, limit: '1' }
      const theirPage = await send(app, { ...list, query }, theirs.tokens[caller])
      const cursor = theirPage.json<{ next: string | null }>().next
      if (cursor === null) continue
      const own = callOf(operation, await newIds(ours, idsUsedBy(operation)))
      const answer = await send(app, { ...own, query: { ...own.query, cursor } }, ours.tokens[caller])
      if (answer.statusCode >= 500 || answer.body.includes(WORD)) found.push(`${operation.operationId}: ${answer.body}`)
    }
    expect(found).toEqual([])
    expect(paged.length).toBeGreaterThan(3)
  })

  test('people of another org cannot be found, nor mentioned, and their keys of requests are their own', async () => {
    const { app, theirs, foreign, ours } = all
    const as = (token: string | null, key = 'k1') => ({ authorization: `Bearer ${token}`, 'idempotency-key': key })
    const people = await app.inject({ url: `/v1/people?prefix=${WORD}`, headers: as(ours.tokens.member) })
    expect(people.json()).toEqual({ people: [] })
    const post = (ground: Ground, text: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/discussions/-/comments?type=page&id=shared',
        headers: as(ground.tokens.member),
        payload: { text },
      })
    const mention = await post(ours, `Hello @${WORD}_person and @${foreign.person}`)
    expect(mention.json()).toMatchObject({ comment: { mentions: [] } })
    expect((await post(theirs, 'Another text under the same key')).statusCode).toBe(201)
  })

  test('somebody of theirs is told, and changes it: so a leak would be found', async () => {
    const told = { getDiscussion: 'guest', getPerson: 'member', getBulk: 'moderator', countComments: 'key' }
    const some = all.operations.filter(({ operationId }) => operationId in { ...told, changeDiscussion: 'admin' })
    const found = (await leaks({ ...all, operations: some }, all.theirs)).join('\n')
    for (const [operation, caller] of Object.entries(told)) expect(found).toContain(`${operation} as ${caller}`)
    expect((await changesOf(all)).join('\n')).toContain('discussions ')
  })
})
