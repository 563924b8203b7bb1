import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { flawsOfAnswer, type Problem } from '../testing/api/answer-flaws.ts'
import { type Call, callOf, idsUsedBy, send } from '../testing/api/call.ts'
import { flawsOfDocument } from '../testing/api/document-flaws.ts'
import { bodySchema, type Operation, operationsOf } from '../testing/api/document.ts'
import { exampleOf } from '../testing/api/examples.ts'
import { type Caller, CALLERS, type Ground, groundOf } from '../testing/api/ground.ts'
import { newIds } from '../testing/api/ids.ts'
import { type WholeService, wholeService } from '../testing/api/whole-service.ts'
import { wrongCalls } from '../testing/api/wrong-calls.ts'

describeEngines('every operation of the OpenAPI document', (engine) => {
  let service: WholeService
  let ground: Ground
  let operations: Operation[] = []

  beforeAll(async () => {
    service = await wholeService(engine)
    ground = await groundOf(service, 'Okapi')
    operations = operationsOf(service.document)
  })
  afterAll(() => service.close())

  const fresh = async (operation: Operation): Promise<Call> =>
    callOf(operation, await newIds(ground, idsUsedBy(operation)))
  const firstWhoMay = (operation: Operation): string | null => ground.tokens[exampleOf(operation).may.at(-1) ?? 'admin']

  async function findings(ask: (operation: Operation) => Promise<string[]>): Promise<string[]> {
    const found: string[] = []
    for (const operation of operations)
      for (const one of await ask(operation)) found.push(`${operation.operationId}: ${one}`)
    return found
  }

  /** What is wrong with an answer, besides that it may not be the one that was wanted. */
  async function answered(call: Call, token: string | null, what: string) {
    const answer = await send(service.app, call, token)
    const flaws = flawsOfAnswer(service.document, call.operation, answer).map((flaw) => `${what}: ${flaw}`)
    return { answer, flaws, problem: answer.statusCode < 400 ? null : answer.json<Problem>() }
  }

  test('is described in a well-formed document', () => {
    expect(flawsOfDocument(service.document)).toEqual([])
    expect(operations.length).toBeGreaterThan(20)
  })

  test('gives what was asked for to those who may, and a refusal to all others', async () => {
    const asCaller = async (operation: Operation, caller: Caller): Promise<string[]> => {
      const { may, refused = 'forbidden', endsCaller = false } = exampleOf(operation)
      const { tokens } = endsCaller ? await groundOf(service, 'Okapi') : ground
      const { answer, flaws, problem } = await answered(await fresh(operation), tokens[caller], caller)
      if (may.includes(caller))
        // Some lead elsewhere: what is not announced is a flaw.
        return answer.statusCode < 400 ? flaws : [...flaws, `${caller} gets ${answer.statusCode} ${problem?.detail}`]
      const others = typeof refused === 'string' ? refused : (refused[caller] ?? 'forbidden')
      const expected = caller === 'nobody' ? 'unauthenticated' : others
      return problem?.code === expected ? flaws : [...flaws, `${caller} gets ${answer.statusCode}, not ${expected}`]
    }
    const all = await findings(async (operation) =>
      (await Promise.all(CALLERS.map((caller) => asCaller(operation, caller)))).flat(),
    )
    expect(all).toEqual([])
  })

  // What is refused at the edge never comes to the store: one engine is enough.
  if (engine.kind !== 'sqlite') return

  test('says which value is wrong, and how, whatever is wrong', async () => {
    const tried = { count: 0 }
    const all = await findings(async (operation) => {
      const token = firstWhoMay(operation)
      const valid = await fresh(operation)
      const found: string[] = []
      for (const { what, call, path } of wrongCalls(service.document, valid)) {
        tried.count += 1
        const { answer, flaws, problem } = await answered(call, token, what)
        found.push(...flaws)
        const isNamed =
          problem?.errors?.some((flaw) => `${flaw.path}.`.startsWith(path === '' ? '' : `${path}.`)) === true
        if (problem?.code !== 'invalid' || !isNamed)
          found.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
      }
      return found
    })
    expect(all).toEqual([])
    expect(tried.count).toBeGreaterThan(operations.length * 5)
  })

  test('refuses what is no JSON, what is no token, and a cursor that is none', async () => {
    const all = await findings(async (operation) => {
      const token = firstWhoMay(operation)
      const valid = await fresh(operation)
      const isTaken = (name: string): boolean => operation.parameters.some((one) => one.name === name)
      const json = bodySchema(operation) === undefined ? [] : [{ ...valid, raw: '{"text": ' }]
      const typed = json.map((call) => ({ ...call, headers: { 'content-type': 'text/plain' } }))
      const cursor = isTaken('cursor') ? [{ ...valid, query: { ...valid.query, cursor: 'bm9uZQ' } }] : []
      const cases = [
        ...json.map((call) => ({ call, token, code: 'bad-request' })),
        ...typed.map((call) => ({ call, token, code: 'unsupported-media-type' })),
        ...cursor.map((call) => ({ call, token, code: 'bad-cursor' })),
        ...(operation.security.length === 0 ? [] : [{ call: valid, token: 'none', code: 'unauthenticated' }]),
      ]
      const found = await Promise.all(
        cases.map(async ({ call, token: given, code }) => {
          const { flaws, problem } = await answered(call, given, code)
          return problem?.code === code ? flaws : [...flaws, `${problem?.code} and not ${code}`]
        }),
      )
      return found.flat()
    })
    expect(all).toEqual([])
  })
})
