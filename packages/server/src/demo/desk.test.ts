import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { get, openDemo } from './demo.fixtures.ts'
import { readDemoFile } from './files.ts'

const RULES = new URL('../ads/decision/rules.ts', import.meta.url)

test('each rule of a decision has a sentence for people, and no sentence is left over', async () => {
  const source = await readFile(RULES, 'utf8')
  const named = [...source.matchAll(/(?:\bname: |export const [A-Z_]+ = )'([\w-]+)'/g)].map(([, name]) => name)
  const told = [...readDemoFile('assets/desk/rules.js').matchAll(/^ {2}'?([\w-]+)'?: '/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(30)
  expect(new Set(told)).toEqual(new Set(named))
  expect(told.length).toBe(named.length)
})

test('all that the desk imports is there', async () => {
  const { app } = await openDemo()
  const wanted = new Set(['/demo/desk/desk.js'])
  for (const path of wanted) {
    const { statusCode, body, headers } = await get(app, path)
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/javascript; charset=utf-8'])
    for (const [, name = ''] of body.matchAll(/from '\.\/([\w-]+\.js)'/g)) wanted.add(`/demo/desk/${name}`)
  }
  expect(wanted.size).toBe(7)
})
