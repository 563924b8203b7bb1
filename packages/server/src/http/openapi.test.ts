import { expect, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'
import { apiRoutes } from './routes.ts'

type Operation = { operationId: string; parameters: { name: string; in: string; required: boolean }[] }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

async function setUp() {
  const context = await testContext()
  const routes = apiRoutes(context)
  const answer = await (await createApp(context, routes)).inject('/openapi.json')
  const document = answer.json<Document>()
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return { routes, answer, document, operations }
}

test('/openapi.json has every route, under a name of its own', async () => {
  const { routes, answer, document, operations } = await setUp()
  expect([answer.statusCode, document.openapi]).toEqual([200, '3.1.1'])
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  for (const { path, method, name } of routes)
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  expect(operations).toHaveLength(routes.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length)
})

test('every reference leads somewhere, and every parameter of a path is described', async () => {
  const { document, operations } = await setUp()
  const text = JSON.stringify(document)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], document)
    expect(found, reference).toBeDefined()
  }
  expect(text).not.toContain('$defs')
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters } of Object.values(methods)) {
      const named = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
      expect(named).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name))
    }
  for (const operation of operations)
    expect(operation).toMatchObject({ responses: { default: { $ref: expect.anything() } } })
})
